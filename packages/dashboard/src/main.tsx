import { render } from "preact";
import { App } from "./shell/app.tsx";
import { askForFirstView } from "./shell/views.ts";
import { startClock } from "./state/clock.ts";
import { watchConnection } from "./api/connection.ts";
import { whenSessionEnds } from "./state/resource.ts";
import { watchRoute } from "./state/route.ts";
import { leave, wasSignedIn } from "./state/session.ts";
import { applyTheme } from "./state/theme.ts";

applyTheme();
startClock();
watchRoute();
watchConnection();
whenSessionEnds(leave);
if (wasSignedIn()) askForFirstView();

const place = document.getElementById("app");
if (place) render(<App />, place);
