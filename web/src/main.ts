import "@fontsource-variable/imbue/opsz.css";
import "@fontsource-variable/alegreya/wght.css";
import "@fontsource-variable/alegreya/wght-italic.css";
import "./styles/tokens.css";
import "./styles/app.css";
import "./styles/offline.css";
import "./styles/large.css";
import { mount } from "svelte";
import App from "./app/App.svelte";
import { isLocal } from "./api/host";
import { loadMessages } from "./text/i18n";
import { fetchPages } from "./app/pages.svelte";
import { router } from "./app/router.svelte";
import { measure, show } from "./app/settings.svelte";
import { putSprite } from "./ui/sprite";
import { getContent } from "./session/open_game";
import { register } from "./app/update.svelte";
import { engine } from "./offline/engine.svelte";

/** A function, because the other screens import this file: a top-level await would deadlock. */
async function begin(target: HTMLElement): Promise<void> {
  show();
  addEventListener("resize", measure);
  const { route } = router;
  const home = route.name === "home";
  const sprite = putSprite();
  if (route.name === "table" && !isLocal(route.game)) getContent().catch(() => {}); // the table needs it soon
  await Promise.all([loadMessages(), home || fetchPages()]);
  target.replaceChildren();
  mount(App, { target });
  await sprite;
  if (home) await fetchPages();
  void engine.check();
  void register();
}

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no element #app");
void begin(target);
