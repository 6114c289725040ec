// The signs lie in one file and are put into the page once, so that patterns and --cut work in every browser.

/** So many signs are read at once; between two heaps the page may do something else. */
const HEAP = 8;

/** Fetch the sprite and put it first into the page: its patterns, which have to be drawn, and the signs, which are not. */
export async function putSprite(): Promise<void> {
  const answer = await fetch("/icons.svg");
  const [head = "", ...symbols] = (await answer.text()).replace(/<\/svg>\s*$/, "").split(/(?=<symbol )/);
  const signs = svg('<svg class="signs" aria-hidden="true"></svg>');
  document.body.prepend(svg(`${head}</svg>`), signs);
  while (symbols.length) {
    signs.append(...svg(`<svg>${symbols.splice(0, HEAP).join("")}</svg>`).children);
    await new Promise((next) => setTimeout(next));
  }
}

function svg(text: string): Element {
  const template = document.createElement("template");
  template.innerHTML = text;
  return template.content.firstElementChild as Element;
}
