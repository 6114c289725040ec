// The signs lie in one file and are put into the page once, so that patterns and --cut work in every browser.

/** Fetch the sprite and put it first into the page. */
export async function putSprite(): Promise<void> {
  const answer = await fetch("/icons.svg");
  const sprite = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
  document.body.prepend(document.importNode(sprite, true));
}
