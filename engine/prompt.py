"""The prompt: the current decision as JSON, with the outcome of each choice. AIs use the bare choices."""

from collections.abc import Set
from typing import Annotated, Any, TypedDict

from engine import codec, loop
from engine.choices import Choice
from engine.state import NEUTRAL, State
from engine.steps import AnyDecision, Form, Outcome, Warn
from engine.warnings import warnings

ChoiceJson = Annotated[dict[str, Any], Choice]
"""A choice as JSON."""


class OutcomeWord(TypedDict):
    """Key of a message, with its numbers and ids."""

    word: str


class PromptChoice(TypedDict):
    choice: ChoiceJson
    at: list[str]
    outcome: Annotated[dict[str, int | str], OutcomeWord]
    cost: dict[str, int]
    gain: dict[str, int]
    irreversible: bool
    warn: list[Warn]


class Prompt(TypedDict):
    kind: str
    rule: str
    secret: bool
    forced: bool
    form: Form
    about: dict[str, Any]
    choices: list[PromptChoice]


def prompt_for(state: State, seat: int, *, irreversible: bool = True) -> Prompt | None:
    """The prompt of a seat on the clock, else None. `irreversible`: mark choices that set the undo floor."""
    found = loop.legal_choices(state, seat)
    if not found:
        return None
    asked = loop.decision(state)
    outcomes = [asked.outcome(state, seat, choice) for choice in found]
    warned = [warnings(state, seat, asked, *pair) for pair in zip(found, outcomes, strict=True)]
    shared = set.intersection(*map(set, warned))
    return {
        "kind": asked.kind,
        "rule": asked.rule,
        "secret": asked.secret,
        "forced": len(found) == 1,
        "form": asked.form,
        "about": about(asked, state, seat),
        "choices": [
            _choice(choice, outcome, _without(words, shared), irreversible and is_irreversible(state, seat, choice))
            for choice, outcome, words in zip(found, outcomes, warned, strict=True)
        ],
    }


def about(asked: AnyDecision, state: State, seat: int) -> dict[str, Any]:
    """Fields of the decision for the prompt: those of the step, and those that its class adds."""
    plain: dict[str, Any] = codec.to_json(asked)
    return {k: v for k, v in plain.items() if k not in ("step", "seat", "waiting")} | asked.about(state, seat)


def _choice(choice: Choice, outcome: Outcome, warned: dict[Warn, str], final: bool) -> PromptChoice:
    details = {k: "neutral" if k == "holder" and v == NEUTRAL else v for k, v in outcome.details}
    if leaving := warned.get("patron-leaves"):
        details["leaving"] = leaving
    return {
        "choice": codec.to_json(choice),
        "at": list(outcome.at),
        "outcome": {"word": outcome.word, **details},
        "cost": dict(outcome.cost),
        "gain": dict(outcome.gain),
        "irreversible": final,
        "warn": list(warned),
    }


def _without(words: dict[Warn, str], shared: Set[Warn]) -> dict[Warn, str]:
    return {word: about for word, about in words.items() if word not in shared}


def is_irreversible(state: State, seat: int, choice: Choice) -> bool:
    """Whether the choice sets the undo floor, tried on a clone."""
    trial = state.clone()
    loop.apply(trial, seat, choice)
    return trial.floor is not None
