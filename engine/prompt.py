"""The one decision that a seat is asked, with what each choice would mean. For people; AIs get bare choices."""

from collections.abc import Set
from typing import Any, TypedDict

from engine import codec, game
from engine.choices import Choice
from engine.state import STONE, State
from engine.steps import Decision, Outlook
from engine.warnings import warnings


class PromptChoice(TypedDict):
    choice: dict[str, Any]
    at: list[str]
    outcome: dict[str, int | str]
    cost: dict[str, int]
    gain: dict[str, int]
    final: bool
    warn: list[str]


class Prompt(TypedDict):
    kind: str
    rule: str
    secret: bool
    forced: bool
    form: str
    about: dict[str, Any]
    choices: list[PromptChoice]


def prompt_for(state: State, seat: int, *, finals: bool = True) -> Prompt | None:
    """The prompt of a seat on the clock, else None. `finals` tries whether each choice closes the way back."""
    found = game.legal_choices(state, seat)
    if not found:
        return None
    asked = game.decision(state)
    outlooks = [asked.outlook(state, seat, choice) for choice in found]
    warned = [warnings(state, seat, asked, *pair) for pair in zip(found, outlooks, strict=True)]
    vain = set.intersection(*map(set, warned))
    return {
        "kind": asked.kind,
        "rule": asked.rule,
        "secret": asked.secret,
        "forced": len(found) == 1,
        "form": asked.form,
        "about": about(asked, state, seat),
        "choices": [
            _choice(choice, outlook, _without(words, vain), finals and closes_way_back(state, seat, choice))
            for choice, outlook, words in zip(found, outlooks, warned, strict=True)
        ],
    }


def about(asked: Decision, state: State, seat: int) -> dict[str, Any]:
    """What the question is about: the step's own fields and what its page adds."""
    plain: dict[str, Any] = codec.to_json(asked)
    return {k: v for k, v in plain.items() if k not in ("step", "seat", "waiting")} | asked.about(state, seat)


def _choice(choice: Choice, outlook: Outlook, warned: dict[str, str], final: bool) -> PromptChoice:
    details = {k: "stone" if k == "holder" and v == STONE else v for k, v in outlook.details}
    if leaving := warned.get("patron-leaves"):
        details["leaving"] = leaving
    return {
        "choice": codec.to_json(choice),
        "at": list(outlook.at),
        "outcome": {"word": outlook.word, **details},
        "cost": dict(outlook.cost),
        "gain": dict(outlook.gain),
        "final": final,
        "warn": list(warned),
    }


def _without(words: dict[str, str], vain: Set[str]) -> dict[str, str]:
    return {word: about for word, about in words.items() if word not in vain}


def closes_way_back(state: State, seat: int, choice: Choice) -> bool:
    """Whether doing it closes the way back: found by trying on a clone."""
    trial = state.clone()
    game.apply(trial, seat, choice)
    return trial.floor is not None
