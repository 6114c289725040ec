import "@fontsource-variable/imbue/opsz.css";
import "@fontsource-variable/alegreya/wght.css";
import "@fontsource-variable/alegreya/wght-italic.css";
import "./styles/tokens.css";
import "./styles/app.css";
import "./styles/board.css";
import "./styles/dock.css";
import "./styles/curtain.css";
import "./styles/offline.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { loadMessages } from "./lib/i18n";
import { show } from "./lib/settings.svelte";
import { putSprite } from "./lib/sprite";
import { register } from "./lib/update.svelte";
import { engine } from "./offline/engine.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no element #app");

show();
void putSprite();
await loadMessages();
mount(App, { target });
void engine.look();
void register();
