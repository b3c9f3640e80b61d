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
  // Same person and device: this tab continues in place of the tab that waits.
  keep.set("device", returned.device);
  keep.set("held", "");
  history.replaceState(null, "", linkOf(serviceUrl(), { secret: returned.secret, fromComputer: false }));
}
const credentials = returned ?? { secret: link.secret, device: deviceId(keep) };

let wording: Wording | undefined;
let seen: Seen | undefined;
/** Set for a link that opens no session. */
let brand: Brand | undefined;

const service = createService(credentials, () => wording?.language ?? "en");
const flow = new Flow({
  service,
  follow: (told, signal) => void follow(credentials, told, signal),
  device,
  keep,
  responseCode: returned && link.responseCode,
  // An embedded page's storage is separate from that of the tab that a wallet opens. Wallets also do not open their tab in an app's browser.
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

/** Applies the account's color and the language that it requested. */
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

/** Loads the texts. @param wanted language tags (BCP 47) in order of preference */
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

/** The account's name; otherwise the host that the person came from, or this host. */
function nameOf({ purpose, return_url }: Session): string {
  return purpose.name || (return_url ? new URL(return_url).hostname : location.hostname);
}

/** Isolates the name, so that right-to-left text does not reorder the text around it, or the reverse (Unicode, UAX #9). */
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

// A new link in the same tab starts a new visit.
addEventListener("hashchange", () => location.reload());
if (link.shownBy !== null) {
  const { shownBy } = link;
  addEventListener("keydown", ({ key, defaultPrevented }) => {
    if (key === "Escape" && !defaultPrevented && seen?.state !== "capturing") postClose(shownBy, seen?.state);
  });
}

await speak([keep.get("language") ?? "", ...navigator.languages]);
flow.start();
