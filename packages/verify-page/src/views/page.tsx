import { pathTo } from "../here/service-path.ts";
import type { ComponentChild } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { nameOf } from "@selfsame/texts/wording";
import type { State } from "../state/states.ts";
import { Capturing, Elsewhere, HandOff, Ready } from "./devices.tsx";
import { Consent } from "./consent.tsx";
import { Declined, Ended } from "./ends.tsx";
import { Icon } from "./icons.tsx";
import { CameraProblem, InApp, Sending, ServiceFault, TryAgain } from "./problems.tsx";
import { Progress } from "./progress.tsx";
import type { Shown } from "./shown.ts";
import { spoken } from "./spoken.ts";
import { Simulating, TestMark } from "./simulating.tsx";
import { Loading, Welcome, WrongLink } from "./start.tsx";
import { Wallet } from "./wallet.tsx";

const views: Readonly<Record<State, (shown: Shown) => ComponentChild>> = {
  loading: Loading,
  welcome: Welcome,
  agreeing: Welcome,
  wallet: Wallet,
  hand_off: HandOff,
  ready: Ready,
  capturing: Capturing,
  simulating: Simulating,
  sending: Sending,
  try_again: TryAgain,
  denied: (shown) => <CameraProblem {...shown} kind="denied" />,
  no_camera: (shown) => <CameraProblem {...shown} kind="no_camera" />,
  camera_busy: (shown) => <CameraProblem {...shown} kind="camera_busy" />,
  in_app: InApp,
  elsewhere: Elsewhere,
  offline: (shown) => <ServiceFault {...shown} kind="offline" />,
  busy: (shown) => <ServiceFault {...shown} kind="busy" />,
  fault: (shown) => <ServiceFault {...shown} kind="fault" />,
  declined: Declined,
  wrong_link: WrongLink,
  done: (shown) => <Ended {...shown} kind="done" />,
  not_confirmed: (shown) => <Ended {...shown} kind="not_confirmed" />,
  in_review: (shown) => <Ended {...shown} kind="in_review" />,
  expired: (shown) => <Ended {...shown} kind="expired" />,
  cancelled: (shown) => <Ended {...shown} kind="cancelled" />,
  withdrawn: (shown) => <Ended {...shown} kind="withdrawn" />,
};

interface PageProps extends Omit<Shown, "tried" | "withdrawing" | "setWithdrawing"> {
  /** Codes of the languages that the person can choose. */
  readonly languages: readonly string[];
  readonly onLanguage: (language: string) => void;
}

export function Page({ languages, onLanguage, ...given }: PageProps) {
  const attemptsLeft = given.session?.attempts_left ?? 0;
  const mostLeft = useRef(0);
  mostLeft.current = Math.max(mostLeft.current, attemptsLeft);
  const [withdrawing, setWithdrawing] = useState(false);
  const shown = { ...given, tried: attemptsLeft < mostLeft.current, withdrawing, setWithdrawing };
  const { state, say, session, brand, name, language } = shown;
  const card = useRef<HTMLElement>(null);
  // "agreeing" shows the same view, in its waiting state.
  const step = state === "agreeing" ? "welcome" : state;
  const before = useRef<State | undefined>(undefined);
  useEffect(() => {
    // Screen readers read the first view like any page. For later views the focus moves to the heading.
    const isLater = before.current !== undefined && before.current !== step;
    if (step !== "loading" || isLater) before.current = step;
    if (isLater) card.current?.querySelector("h1")?.focus({ preventScroll: true });
    const heading = card.current?.querySelector("h1")?.textContent ?? "";
    // The dashboard renders the page in a frame, whose document differs from this script's.
    if (card.current) card.current.ownerDocument.title = name ? `${heading} · ${name}` : heading;
  }, [step, language, name]);
  return (
    <div class="page" data-state={state} data-embedded={shown.link.shownBy !== null}>
      <main class="card" ref={card}>
        {session?.test && <TestMark say={say} />}
        {brand && <Brand logo={brand.logo_url} name={name} />}
        <Progress state={state} say={say} />
        <div class="view" key={step}>
          {views[state](shown)}
        </div>
      </main>
      {session?.consent.given && <Consent {...shown} />}
      <footer class="foot">
        <Icon name="globe" />
        <select
          aria-label={say("language")}
          value={language}
          onChange={(event) => onLanguage(event.currentTarget.value)}
        >
          {languages.map((code) => (
            <option key={code} value={code} lang={code}>
              {nameOf(code)}
            </option>
          ))}
        </select>
      </footer>
      <p class="visually-hidden" role="status">
        {spoken(shown)}
      </p>
    </div>
  );
}

function Brand({ logo, name }: { readonly logo: string | null; readonly name: string }) {
  return (
    <header class="brand">
      {logo ? (
        <img src={pathTo(logo)} alt="" />
      ) : (
        <span class="initial" aria-hidden="true">
          {String.fromCodePoint(name.codePointAt(0) ?? 0x3f).toUpperCase()}
        </span>
      )}
      <span class="name">{name}</span>
    </header>
  );
}
