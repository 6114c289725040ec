// The icons are in one file and inserted into the page once, so that patterns and --cut work in every browser.

/** Number of icons parsed at once; between two batches the page stays responsive. */
const HEAP = 8;

/**
 * Load the sprite and insert it at the top of the page: the patterns, which have to be rendered, and the icons, which
 * are hidden.
 */
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
