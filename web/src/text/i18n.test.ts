import { IntlMessageFormat } from "intl-messageformat";
import { expect, test } from "vitest";
import { joinMessages, readMessage } from "../../scripts/messages";
import { language, putMessages, t, type Message, type Params } from "./i18n";

const COUNTS = [0, 1, 2, 3, 4, 11, 21, 22, 103, 1200];

/** The relevant values of each parameter of a message. */
function values(message: Message, into: Record<string, (string | number)[]> = {}): Record<string, (string | number)[]> {
  if (typeof message === "string") return into;
  for (const part of message) {
    if (part === null || typeof part === "string") continue;
    const [name, kind, cases = {}] = part;
    if (kind && kind !== "select") into[name] = COUNTS;
    else if (into[name] !== COUNTS) into[name] = [...(into[name] ?? []), ...Object.keys(cases), "Ruckers"];
    for (const inner of Object.values(cases)) values(inner, into);
  }
  return into;
}

test.each(Object.entries(joinMessages(language)))("%s renders as ICU MessageFormat defines", (key, text) => {
  const message = readMessage(text, language);
  putMessages({ [key]: message });
  const wanted = new IntlMessageFormat(text, language, undefined, { ignoreTag: true });
  const all = Object.entries(values(message));
  for (let round = 0; round < Math.max(1, ...all.map(([, some]) => some.length)); round++) {
    const params: Params = Object.fromEntries(all.map(([name, some]) => [name, some[round % some.length]]));
    expect(t(key, params)).toBe(String(wanted.format(params)));
  }
});

test.each([
  "{n, number}",
  "{day, date, short}",
  "{n, plural, offset:1 one {#} other {#}}",
  "{n, plural, one {#}}",
  "{open",
])("%s is refused by the build", (text) => {
  expect(() => readMessage(text, language)).toThrow();
});

test("a missing parameter throws", () => {
  putMessages({ greeting: readMessage("Good evening, {name}", language) });
  expect(() => t("greeting", { who: "Ada" })).toThrow("needs name");
});
