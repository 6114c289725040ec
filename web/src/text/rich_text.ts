// Parses the marks of messages.

export type Piece =
  | { kind: "text"; text: string }
  | { kind: "bold"; text: string }
  | { kind: "goods"; word: string; amount: string }
  | { kind: "link"; of: "card" | "rule"; id: string; label?: string };

const MARK = /\*\*(.+?)\*\*|:([a-z]+) ([+−-]?\d+):|\[\[(card|rule):([^\]|]+)(?:\|([^\]]*))?\]\]/g;

export function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(MARK)) {
    if (match.index > from) found.push({ kind: "text", text: text.slice(from, match.index) });
    found.push(piece(match));
    from = match.index + match[0].length;
  }
  if (from < text.length) found.push({ kind: "text", text: text.slice(from) });
  return found;
}

function piece([, bold, word, amount, of, id, label]: RegExpMatchArray): Piece {
  if (bold !== undefined) return { kind: "bold", text: bold };
  if (word !== undefined) return { kind: "goods", word, amount: amount as string };
  return { kind: "link", of: of as "card" | "rule", id: id as string, ...(label === undefined ? {} : { label }) };
}

/** The text without its marks, for screen readers and labels; `name` returns the name of a card. */
export function bare(
  text: string,
  name: (id: string) => string,
  goods: (word: string, amount: string) => string,
): string {
  return pieces(text)
    .map((part) => {
      if (part.kind === "goods") return goods(part.word, part.amount);
      if (part.kind === "link") return part.label ?? (part.of === "rule" ? part.id : name(part.id));
      return part.text;
    })
    .join("");
}
