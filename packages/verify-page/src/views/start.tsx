import { contactHref } from "@selfsame/texts/contact-href";
import { frameRetentionDays } from "@selfsame/server/liveness/challenge/frame-retention";
import { daysIn, minutesIn } from "./minutes-in.ts";
import { pathTo } from "../here/service-path.ts";
import { ownWords } from "../service/shown-words.ts";
import { Icon, type IconName, Sign } from "./icons.tsx";
import { Button, Card, Spinner, WayBack } from "./parts.tsx";
import type { Shown } from "./shown.ts";

export function Loading({ say }: Shown) {
  return (
    <div class="step waiting">
      <Spinner />
      <h1 tabIndex={-1}>{say("loading")}</h1>
    </div>
  );
}

export function Welcome(shown: Shown) {
  const { say, session, send, state } = shown;
  const agreeing = state === "agreeing";
  return (
    <Card
      sign={<Sign name="face" />}
      title={say("welcome_title")}
      lead={say("welcome_lead")}
      actions={
        <>
          <Agreed {...shown} />
          <Responsible {...shown} />
          <button type="button" class="button main" aria-disabled={agreeing} onClick={() => send("agree")}>
            {agreeing && <Spinner />}
            {say("agree")}
          </button>
          <Decline {...shown} />
        </>
      }
    >
      <ul class="points">
        {session?.wallet && <Point icon="phone">{say("point_wallet")}</Point>}
        <Point icon="selfie">{say("point_selfie")}</Point>
        {(session?.challenge ?? "off") !== "off" && <Point icon="movements">{say("point_movements")}</Point>}
        <Point icon="clock">{say("point_time")}</Point>
        <Point icon="shield">{keptPoint(shown)}</Point>
      </ul>
      <details class="more">
        <summary>{say("more_title")}</summary>
        <Handled {...shown} />
        {(session?.challenge ?? "off") !== "off" && <p>{say("more_fingerprints", { days: frameRetentionDays })}</p>}
        <p>{say("more_told")}</p>
      </details>
    </Card>
  );
}

/** What the person consents to: the account's own text, marked as such, or the page's. Always rendered as plain text. */
function Agreed({ say, session, language, wordsChanged }: Shown) {
  const own = session && ownWords(session, language);
  return (
    <>
      {wordsChanged && (
        <p class="note" role="alert">
          {say("consent_changed")}
        </p>
      )}
      {own === undefined ? (
        <p class="consent">{say("consent")}</p>
      ) : (
        <figure class="own-consent">
          <figcaption>{say("consent_own")}</figcaption>
          <blockquote class="consent" dir="auto">
            {own}
          </blockquote>
        </figure>
      )}
    </>
  );
}

/** How long the pictures are stored: not at all, unless the account stores them encrypted. */
function keptPoint({ say, session, language }: Shown): string {
  const days = session?.evidence_days ?? null;
  return days === null ? say("point_kept") : say("point_sealed", { duration: daysIn(language, days) });
}

/** How the pictures are used, for sessions that are compared immediately and for those compared later. */
function Handled({ say, session, language }: Shown) {
  const minutes = session?.compare_within ?? null;
  const later = minutes === null ? undefined : { duration: minutesIn(language, minutes) };
  const days = session?.evidence_days ?? null;
  const deleted = later ? say("more_deleted_later", later) : say("more_deleted");
  const numbers = later ? say("more_numbers_later", later) : say("more_numbers");
  return (
    <>
      <p>
        {later ? say("more_compared_later", later) : say(session?.wallet ? "more_compared_wallet" : "more_compared")}
      </p>
      <p>{days === null ? deleted : `${say("more_sealed", { duration: daysIn(language, days) })} ${numbers}`}</p>
    </>
  );
}

/** The data controller, its privacy policy and contact, as far as the account has set them. */
function Responsible({ say, session }: Shown) {
  if (!session) return null;
  const { privacy_url: privacy, controller, contact } = session.purpose;
  return (
    <div class="responsible">
      {controller !== null && <p>{say("responsible", { controller })}</p>}
      {privacy !== null && (
        <p>
          <Outside href={privacy}>{say("privacy_policy")}</Outside>
        </p>
      )}
      <p>
        <Outside href={pathTo(session.notice_url)}>{say("notice")}</Outside>
      </p>
      {contact !== null && (
        <p>
          {say("other_way")} <Outside href={contactHref(contact)}>{contact}</Outside>
        </p>
      )}
    </div>
  );
}

/** Opens in a new tab, since the person may come back to this page. */
function Outside({ href, children }: { readonly href: string; readonly children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      <bdi>{children}</bdi>
    </a>
  );
}

function Point({ icon, children }: { readonly icon: IconName; readonly children: string }) {
  return (
    <li>
      <Icon name={icon} />
      {children}
    </li>
  );
}

/** "Not now": leaves the page if possible. Those who came from a computer go back there, so they are not sent to the return URL on the phone. */
export function Decline({ leave, link, say, send, decline }: Shown) {
  if (leave?.kind === "link" && !link.fromComputer) {
    return (
      <a class="button quiet" href={leave.href} onClick={decline}>
        {say("decline")}
      </a>
    );
  }
  return (
    <Button
      kind="quiet"
      onClick={() => {
        decline();
        if (leave?.kind === "dialog") leave.close(true);
        else send("decline");
      }}
    >
      {say("decline")}
    </Button>
  );
}

export function WrongLink(shown: Shown) {
  const { say, link } = shown;
  const fromWallet = link.responseCode !== null;
  return (
    <Card
      sign={<Sign name="link" tone="calm" />}
      title={say(fromWallet ? "wallet_elsewhere_title" : "wrong_link_title")}
      lead={say(fromWallet ? "wallet_elsewhere_lead" : "wrong_link_lead")}
      actions={<WayBack {...shown} />}
    />
  );
}
