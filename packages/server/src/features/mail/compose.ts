import { textsIn } from "@selfsame/texts/languages";
import type { MailTexts } from "@selfsame/texts/mail";
import { directionOf, filled } from "@selfsame/texts/wording";
import { escapeHtml } from "@selfsame/platform/escape-html";

/** What changed about how a user signs in. */
export type SecurityChange =
  | "password_changed"
  | "passkey_added"
  | "passkey_removed"
  | "app_set"
  | "app_removed"
  | "codes_made"
  | "factors_removed";

/** Content of a mail. Links are complete; times are epoch milliseconds. */
export type Mail =
  | { readonly kind: "invitation"; readonly link: string; readonly team: string; readonly inviter: string }
  /** `first`: they have never had a password; `reset`: they get a new one. */
  | { readonly kind: "first" | "reset"; readonly link: string }
  | {
      readonly kind: "review";
      /** The list of sessions to review. */
      readonly link: string;
      readonly team: string;
      /** Number of sessions; shown as "100 or more" from 100 on. */
      readonly waiting: number;
      readonly oldestMs: number;
    }
  | {
      readonly kind: "security";
      readonly change: SecurityChange;
      /** Address that it was requested from; null: the command line. */
      readonly address: string | null;
      readonly atMs: number;
      /** The dashboard. */
      readonly link: string;
    };

export interface Composed {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Keys of texts: the first paragraph, the link's words (its URL if there are none), and what follows. */
interface Parts {
  readonly subject: keyof MailTexts;
  readonly lead: keyof MailTexts;
  readonly button?: keyof MailTexts;
  readonly after: readonly (keyof MailTexts)[];
}

/** Inline in each element: mail readers ignore style sheets. */
const buttonLook =
  "display: inline-block; padding: 10px 18px; border-radius: 8px; background: #3b5bdb; color: #ffffff; font-weight: 600; text-decoration: none";

/** The mail as text and HTML. Its subject contains no text that a user entered. */
export async function compose(mail: Mail, language: string): Promise<Composed> {
  const { mail: texts } = await textsIn(language);
  const { subject, lead, button, after } = partsOf(mail);
  const values = valuesOf(mail);
  const direction = directionOf(language);
  const say = (part: keyof MailTexts) => filled(texts[part], direction === "rtl" ? isolated(values) : values);
  const first = say(lead);
  const rest = after.map(say);
  const label = button && texts[button];
  const text = [first, label === undefined ? mail.link : `${label}:\n${mail.link}`, ...rest].join("\n\n");
  const look = label === undefined ? 'dir="ltr"' : `style="${buttonLook}"`;
  const link = `<a href="${escapeHtml(mail.link)}" ${look}>${escapeHtml(label ?? mail.link)}</a>`;
  const html = `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(texts[subject])}</title>
</head>
<body style="font: 16px/1.5 system-ui, sans-serif; max-width: 32em; margin: 2em auto; padding: 0 1em">
<h1 style="margin: 0 0 16px; font-size: 22px; line-height: 1.3">${escapeHtml(texts[subject])}</h1>
<p>${escapeHtml(first)}</p>
<p style="margin: 24px 0">${link}</p>
${rest.map((part) => `<p style="font-size: 14px">${escapeHtml(part)}</p>`).join("\n")}
</body>
</html>
`;
  return { subject: texts[subject], text: `${text}\n`, html };
}

function partsOf(mail: Mail): Parts {
  switch (mail.kind) {
    case "invitation": {
      const after = ["invitation_hold", "unexpected"] as const;
      return { subject: "invitation_subject", lead: "invitation_lead", button: "invitation_button", after };
    }
    case "first":
    case "reset": {
      const { kind } = mail;
      return {
        subject: `${kind}_subject`,
        lead: `${kind}_lead`,
        button: `${kind}_button`,
        after: ["hour", "unexpected"],
      };
    }
    case "review":
      return { subject: "review_subject", lead: "review_lead", button: "review_button", after: ["review_often"] };
    case "security":
      return { subject: "security_subject", lead: mail.change, after: ["when", "not_you"] };
  }
}

function valuesOf(mail: Mail): Readonly<Record<string, string>> {
  const { host } = new URL(mail.link);
  if (mail.kind === "invitation") return { host, team: oneLine(mail.team), inviter: oneLine(mail.inviter) };
  if (mail.kind === "review") {
    const count = mail.waiting >= 100 ? "100+" : String(mail.waiting);
    return { host, team: oneLine(mail.team), count, time: timeText(mail.oldestMs) };
  }
  if (mail.kind !== "security") return { host };
  return { host, time: timeText(mail.atMs), address: mail.address ?? "-" };
}

const timeText = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** Removes characters that would start a new line or change the reading direction. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, " ");

/** Isolates values in right-to-left text, so that times and addresses keep their order (Unicode's first strong isolate). */
const isolated = (values: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, `\u2068${value}\u2069`]));
