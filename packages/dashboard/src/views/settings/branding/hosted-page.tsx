import type { Branding } from "@selfsame/server/api/v3/schemas/branding";
import { accentFor } from "@selfsame/verify-page/brand/accent";
import { page as texts } from "@selfsame/texts/languages/en";
import { filled } from "@selfsame/texts/wording";
import { Page } from "@selfsame/verify-page/views/page";
import motion from "@selfsame/verify-page/styles/motion.css?inline";
import pageStyles from "@selfsame/verify-page/styles/page.css?inline";
import parts from "@selfsame/verify-page/styles/parts.css?inline";
import tokens from "@selfsame/verify-page/styles/tokens.css?inline";

const css = [tokens, pageStyles, parts, motion].join("\n");
const ignore = () => {};

/** Adds the page's styles to the frame, so that media queries use the frame's width. The color scheme is chosen here, not by the system. */
export function style(frame: HTMLIFrameElement, scheme: "light" | "dark"): void {
  const inside = frame.contentDocument;
  // A style sheet must be constructed in the document that uses it. This page's policy allows no style element.
  const within = frame.contentWindow as (Window & typeof globalThis) | null;
  if (!inside || !within) return;
  const sheet = new within.CSSStyleSheet();
  sheet.replaceSync(css.replaceAll(/\(prefers-color-scheme:\s*dark\)/g, scheme === "dark" ? "all" : "not all"));
  inside.adoptedStyleSheets = [sheet];
  inside.documentElement.lang = "en";
  inside.documentElement.style.colorScheme = scheme;
}

/** The first step of a session with a live challenge. */
export function HostedPage({ branding, scheme }: { readonly branding: Branding; readonly scheme: "light" | "dark" }) {
  const { name, accent } = branding;
  const colours = accent === null ? undefined : accentFor(accent, scheme);
  const purpose = { ...branding, name: name ?? location.hostname };
  return (
    <div style={colours && { "--accent": colours.accent, "--on-accent": colours.on }}>
      <Page
        state="welcome"
        session={{
          id: "preview",
          status: "open",
          test: false,
          purpose,
          notice_url: "",
          locale: null,
          challenge: "required",
          attempts_left: 3,
          expires_at: new Date(Date.now() + 24 * 3600_000).toISOString(),
          return_url: null,
          compare_within: null,
          evidence_days: null,
          wallet: null,
          consent: { version: null, given: false, can_withdraw: false, own: null },
          here: null,
          end: null,
        }}
        wordsChanged={false}
        because={null}
        photo={null}
        endedHere={false}
        link={{ secret: "", responseCode: null, fromComputer: false, shownBy: null }}
        device={{ computer: false, inApp: false, hasCameras: true, browser: "other" }}
        brand={purpose}
        name={purpose.name}
        language="en"
        languages={["en"]}
        leave={undefined}
        say={(text, values) => filled(texts[text], { name: purpose.name, ...values })}
        walletRequest={null}
        walletRanOut={false}
        browserAsksWallets={false}
        askWallet={ignore}
        askBrowser={ignore}
        send={ignore}
        receipt={async () => {}}
        withdraw={async () => false}
        decline={ignore}
        useThisDevice={ignore}
        simulate={ignore}
        onLanguage={ignore}
      />
    </div>
  );
}
