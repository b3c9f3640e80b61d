import type { ComponentChildren } from "preact";
import type { Attention, Overview } from "@selfsame/server/api/dashboard/answers/usage";
import { request } from "../../api/request.ts";
import { mode } from "../../state/mode.ts";
import { isOperator, may } from "../../state/session.ts";
import { toast, toastFailure } from "../../state/toasts.ts";
import { Button, ButtonLink } from "../../ui/forms/button.tsx";
import { Panel } from "../../ui/parts.tsx";
import { Time } from "../../ui/words/time.tsx";
import { count, many, percent, plain } from "../../ui/words/words.ts";
import { isNearLimit, monthTone } from "../limits/month-use.tsx";
import { waitingText } from "../reviews/waiting.tsx";
import { endpointPath } from "../webhooks/webhook-lists.ts";
import { monthOf } from "./month.ts";
import { Breakable } from "../../ui/words/breakable.tsx";

interface AttentionPanelProps {
  readonly overview: Overview;
  readonly onChanged: () => void;
}

/** Problems that need attention, each with what to do about it. */
export function AttentionPanel({ overview, onChanged }: AttentionPanelProps) {
  const { attention, plan } = overview;
  const month = mode.value === "live" ? monthOf(overview) : undefined;
  const isNear = month !== undefined && isNearLimit(month);
  if (attention.length === 0 && !isNear) return null;
  return (
    <Panel title="Needs attention">
      <ul class="attention">
        {isNear && (
          <Item tone={monthTone(month)} action={<ButtonLink href="#/limits">See the limits</ButtonLink>}>
            {count(month.used)} of this month’s {many(month.quota, "request")} are used ({plan.name} plan).
          </Item>
        )}
        {attention.map((subject) => (
          <AttentionItem key={JSON.stringify(subject)} subject={subject} onChanged={onChanged} />
        ))}
      </ul>
    </Panel>
  );
}

interface AttentionItemProps {
  readonly subject: Attention;
  readonly onChanged: () => void;
}

function AttentionItem({ subject, onChanged }: AttentionItemProps) {
  switch (subject.kind) {
    case "webhook_disabled":
      return <DisabledEndpoint subject={subject} onChanged={onChanged} />;
    case "webhook_failing":
      return (
        <Item tone="warn" action={<ButtonLink href={`#/webhooks/${subject.id}`}>See deliveries</ButtonLink>}>
          Deliveries to{" "}
          <span class="address">
            <Breakable text={subject.url} />
          </span>{" "}
          fail
          {subject.sinceMs !== null && (
            <>
              {" "}
              since <Time atMs={subject.sinceMs} />
            </>
          )}
          .
        </Item>
      );
    case "key_expiring":
      return (
        <Item
          tone="warn"
          action={
            <ButtonLink href={`#/keys?q=${encodeURIComponent(subject.name)}`}>
              {may("developer") ? "Rotate the key" : "See the key"}
            </ButtonLink>
          }
        >
          The key {subject.name} expires <Time atMs={subject.expiresAtMs} />.
        </Item>
      );
    case "domain_expiring":
      return (
        <Item tone="warn" action={<ButtonLink href="#/team/sign-on">See single sign-on</ButtonLink>}>
          The DNS of {subject.domain} no longer has its TXT record. Single sign-on of the domain ends{" "}
          <Time atMs={subject.expiresAtMs} />.
        </Item>
      );
    case "key_limit":
      return (
        <Item
          tone={subject.reached ? "bad" : "warn"}
          action={<ButtonLink href={`#/keys?q=${encodeURIComponent(subject.id)}`}>See the key</ButtonLink>}
        >
          {subject.reached
            ? `The key ${subject.name} has used all ${many(subject.quota, "request")} of its month. Its requests are rejected until the next month.`
            : `The key ${subject.name} has used 80% or more of its ${many(subject.quota, "request")} a month.`}
        </Item>
      );
    case "reviews_waiting":
      return (
        <Item
          tone="warn"
          action={
            <ButtonLink href={may("reviewer") ? "#/reviews" : "#/verifications?status=needs_review"}>
              {may("reviewer") ? "Review" : "See the sessions"}
            </ButtonLink>
          }
        >
          {subject.waiting === 1 ? "1 session waits" : `${waitingText(subject.waiting)} sessions wait`} for a review,
          the oldest since <Time atMs={subject.oldestMs} />.
        </Item>
      );
    case "requests_failing":
      return <Failing subject={subject} />;
    case "rate_falling":
      return <RateFalling subject={subject} />;
    case "queue_growing":
      return (
        <Item tone="warn" action={isOperator.value && <ButtonLink href="#/health">See health</ButtonLink>}>
          {many(subject.waiting, "job")} of the queue {plain(subject.queue)} waited too long{" "}
          <Time atMs={subject.atMs} />.
        </Item>
      );
  }
}

function DisabledEndpoint({
  subject: { id, url, sinceMs },
  onChanged,
}: {
  readonly subject: Extract<Attention, { readonly url: string }>;
  readonly onChanged: () => void;
}) {
  const enable = () =>
    toastFailure(async () => {
      await request("POST", `${endpointPath(id)}/enable`);
      toast("The endpoint is enabled.");
      onChanged();
    });
  return (
    <Item
      tone="bad"
      action={
        <>
          <ButtonLink href={`#/webhooks/${id}`}>See deliveries</ButtonLink>
          {may("developer") && <Button onClick={() => void enable()}>Enable</Button>}
        </>
      }
    >
      The webhook endpoint{" "}
      <span class="address">
        <Breakable text={url} />
      </span>{" "}
      was disabled and receives nothing:{" "}
      {sinceMs === null ? (
        "it responded with 410 (Gone)."
      ) : (
        <>
          every attempt failed since <Time atMs={sinceMs} />.
        </>
      )}
    </Item>
  );
}

function RateFalling({ subject }: { readonly subject: Extract<Attention, { readonly share: number }> }) {
  const { rate, share, shareBefore, atMs } = subject;
  const [name, href, action] =
    rate === "matches"
      ? ["The match rate", "#/requests?outcome=no_match", "See the requests"]
      : ["The share of verified sessions", "#/verifications?status=failed", "See the sessions"];
  return (
    <Item tone="bad" action={<ButtonLink href={href}>{action}</ButtonLink>}>
      {name} fell to {percent(share)} in 24 hours, from {percent(shareBefore)} the 24 hours before (reported{" "}
      <Time atMs={atMs} />
      ).
    </Item>
  );
}

function Failing({ subject }: { readonly subject: Extract<Attention, { readonly failed: number }> }) {
  const { requests, failed, code, atMs } = subject;
  return (
    <Item
      tone="bad"
      action={<ButtonLink href={`#/requests?outcome=${code ?? "error"}&since=day`}>See the requests</ButtonLink>}
    >
      {percent(failed / requests)} of {many(requests, "request")} failed <Time atMs={atMs} />
      {code !== null && (
        <>
          , most with <code>{code}</code>
        </>
      )}
      .
    </Item>
  );
}

interface ItemProps {
  readonly tone: "warn" | "bad";
  readonly action: ComponentChildren;
  readonly children: ComponentChildren;
}

function Item({ tone, action, children }: ItemProps) {
  return (
    <li>
      <span class={`dot ${tone}`} />
      <p>{children}</p>
      <div class="attention-actions">{action}</div>
    </li>
  );
}
