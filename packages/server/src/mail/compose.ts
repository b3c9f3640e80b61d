import { type Language, textsIn } from "./texts/languages.ts";
import type { Texts } from "./texts/texts.ts";

/** What changed about how somebody signs in. */
export type SecurityChange =
  | "password_changed"
  | "passkey_added"
  | "passkey_removed"
  | "app_set"
  | "app_removed"
  | "codes_made"
  | "factors_removed";

/** What a mail is about. Links are whole; times epoch milliseconds. */
export type Mail =
  | { readonly kind: "invitation"; readonly link: string; readonly team: string; readonly inviter: string }
  /** `first`: they have never had a password; `reset`: a new one. */
  | { readonly kind: "first" | "reset"; readonly link: string }
  | {
      readonly kind: "security";
      readonly change: SecurityChange;
      /** Where it was asked for from; null: the command line. */
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

/** Keys of texts. The first paragraph, the link under its words (itself where there are none), and what follows. */
interface Parts {
  readonly subject: keyof Texts;
  readonly lead: keyof Texts;
  readonly button?: keyof Texts;
  readonly after: readonly (keyof Texts)[];
}

/** The mail as text and as HTML. Its subject holds no word that somebody typed. */
export function compose(mail: Mail, language: Language): Composed {
  const texts = textsIn(language);
  const { subject, lead, button, after } = partsOf(mail);
  const values = valuesOf(mail);
  const first = filled(texts[lead], values);
  const rest = after.map((part) => filled(texts[part], values));
  const label = button && texts[button];
  const text = [first, label === undefined ? mail.link : `${label}:\n${mail.link}`, ...rest].join("\n\n");
  const link = `<a href="${escaped(mail.link)}">${escaped(label ?? mail.link)}</a>`;
  const paragraphs = [escaped(first), link, ...rest.map(escaped)].map((part) => `<p>${part}</p>`);
  const html = `<!doctype html>
<html lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}">
<head><meta charset="utf-8"><title>${escaped(texts[subject])}</title></head>
<body style="font: 16px/1.5 system-ui, sans-serif; max-width: 34em; margin: 2em auto; padding: 0 1em">
${paragraphs.join("\n")}
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
    case "security":
      return { subject: "security_subject", lead: mail.change, after: ["when", "not_you"] };
  }
}

function valuesOf(mail: Mail): Readonly<Record<string, string>> {
  const { host } = new URL(mail.link);
  if (mail.kind === "invitation") return { host, team: oneLine(mail.team), inviter: oneLine(mail.inviter) };
  if (mail.kind !== "security") return { host };
  const time = `${new Date(mail.atMs).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return { host, time, address: mail.address ?? "-" };
}

/** Without what would begin another line, or turn the reading of the rest around. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, " ");

const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (braced, name: string) => values[name] ?? braced);

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? "");
