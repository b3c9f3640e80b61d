import { render } from "preact";
import { accentFor } from "./brand/accent.ts";
import { thisDevice } from "./here/device.ts";
import { deviceId, tabStorage } from "./here/tab-storage.ts";
import { linkOf, readLink } from "./here/link.ts";
import { serviceUrl } from "./here/service-path.ts";
import { saveFile } from "./here/save-file.ts";
import { forgetReturn, leaveForReturn, takeForReturn } from "./here/wallet-return.ts";
import { type AppWindow, postToApp } from "./embed/app-bridge.ts";
import { postClose, postShown } from "./embed/embedder-messages.ts";
import { follow } from "./service/follow.ts";
import { createService } from "./service/service.ts";
import { brandOf } from "./service/brand.ts";
import type { Brand, Session } from "./service/session.ts";
import { Flow } from "./state/flow.ts";
import type { Seen } from "./state/seen.ts";
import { filled } from "@selfsame/texts/wording";
import { languages, loadWording, type Wording } from "./wording.ts";
import { Page } from "./views/page.tsx";
import type { Leave } from "./views/shown.ts";

const place = document.getElementById("app");
const link = readLink(location);
if (link.shownBy !== null) postShown(link.shownBy);
const device = thisDevice();
const keep = tabStorage();
const returned = link.responseCode === null ? undefined : takeForReturn();
if (returned) {
  // The same person at the same device: this tab goes on where the other one waits.
  keep.set("device", returned.device);
  keep.set("held", "");
  history.replaceState(null, "", linkOf(serviceUrl(), { secret: returned.secret, fromComputer: false }));
}
const credentials = returned ?? { secret: link.secret, device: deviceId(keep) };

let wording: Wording | undefined;
let seen: Seen | undefined;
/** Of a link that opens no session. */
let brand: Brand | undefined;

const service = createService(credentials, () => wording?.language ?? "en");
const flow = new Flow({
  service,
  follow: (told, signal) => void follow(credentials, told, signal),
  device,
  keep,
  responseCode: returned && link.responseCode,
  // A dialog's storage is not the one of the tab that a wallet opens, and an app's browser is not where it opens one.
  comesBack: () => !device.computer && !device.inApp && link.shownBy === null && leaveForReturn(credentials),
  language: () => wording?.language ?? "en",
  changed: (now) => {
    const isNew = seen?.session === undefined && now.session !== undefined;
    if (link.shownBy === null && now.state !== seen?.state) postToApp(window as AppWindow, now.state, now.session?.id);
    if (seen?.state === "wallet" && now.state !== "wallet") forgetReturn();
    seen = now;
    if (isNew && now.session) void dress(now.session);
    if (now.state === "wrong_link" && !now.session) void nameWhoAsks();
    show();
  },
});

/** The account's colour, and the language that it asked for. */
async function dress({ purpose, locale }: Session): Promise<void> {
  color(purpose);
  if (locale && keep.get("language") === null) await speak([locale, ...navigator.languages]);
}

async function nameWhoAsks(): Promise<void> {
  brand = await brandOf(link.secret);
  if (brand) color(brand);
  show();
}

function color({ accent: chosen }: Brand): void {
  if (!chosen) return;
  const { style } = document.documentElement;
  for (const scheme of ["light", "dark"] as const) {
    const { accent, on } = accentFor(chosen, scheme);
    style.setProperty(`--brand-${scheme}`, accent);
    style.setProperty(`--on-brand-${scheme}`, on);
  }
}

/** @param wanted language tags (BCP 47) in order of preference */
async function speak(wanted: readonly string[]): Promise<void> {
  wording = await loadWording(wanted);
  document.documentElement.lang = wording.language;
  document.documentElement.dir = wording.direction;
  show();
}

function show(): void {
  if (!place || !wording || !seen) return;
  const { texts, language, direction } = wording;
  const { session } = seen;
  const name = session ? nameOf(session) : (brand?.name ?? "");
  render(
    <Page
      {...seen}
      link={link}
      device={device}
      brand={session ? { ...session.purpose, name } : brand}
      name={name}
      say={(text, values) => filled(texts[text], { name: direction === "rtl" ? isolated(name) : name, ...values })}
      send={(event) => flow.send(event)}
      decline={() => flow.decline()}
      receipt={async () => {
        const receipt = await service.receipt();
        saveFile(`consent-${session?.id ?? ""}.json`, JSON.stringify(receipt, null, 2));
      }}
      withdraw={() => flow.withdraw()}
      useThisDevice={() => flow.useThisDevice()}
      askWallet={() => void flow.askWallet()}
      askBrowser={() => void flow.askBrowser()}
      simulate={(outcome) => void flow.simulate(outcome)}
      leave={leaveFor(session)}
      language={language}
      languages={languages}
      onLanguage={(chosen) => {
        keep.set("language", chosen);
        void speak([chosen]);
      }}
    />,
    place,
  );
}

/** As its account calls itself; otherwise where the person came from, or is. */
function nameOf({ purpose, return_url }: Session): string {
  return purpose.name || (return_url ? new URL(return_url).hostname : location.hostname);
}

/** A name of the other direction must not turn the words around it (Unicode, UAX #9). */
function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}

function leaveFor(session: Session | undefined): Leave | undefined {
  if (link.shownBy !== null) {
    const { shownBy } = link;
    return { kind: "dialog", close: (declined = false) => postClose(shownBy, seen?.state, declined) };
  }
  return session?.return_url ? { kind: "link", href: session.return_url } : undefined;
}

// Another link in the same tab is another visit.
addEventListener("hashchange", () => location.reload());
if (link.shownBy !== null) {
  const { shownBy } = link;
  addEventListener("keydown", ({ key, defaultPrevented }) => {
    if (key === "Escape" && !defaultPrevented && seen?.state !== "capturing") postClose(shownBy, seen?.state);
  });
}

await speak([keep.get("language") ?? "", ...navigator.languages]);
flow.start();
