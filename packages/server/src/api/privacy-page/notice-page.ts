import { createHash } from "node:crypto";
import { consentVersion } from "@selfsame/texts/consent-version";
import { contactHref } from "@selfsame/texts/contact-href";
import { textsIn } from "@selfsame/texts/languages";
import { directionOf, filled } from "@selfsame/texts/wording";
import { type ConsentTexts, sha256Of, versionName } from "../../features/branding/consent-texts.ts";
import { frameRetentionDays } from "../../liveness/challenge/frame-retention.ts";
import type { Facts } from "./facts.ts";
import { escapeHtml } from "@selfsame/platform/escape-html";

const style = `:root{color-scheme:light dark;--ground:#f4f4f7;--card:#fff;--line:#e4e4ea;--ink:#16161a;--muted:#5a5a66;--accent:#3b5bdb}
@media(prefers-color-scheme:dark){:root{--ground:#0c0c0f;--card:#17171c;--line:#2b2b33;--ink:#f3f3f5;--muted:#a5a5b1;--accent:#91a7ff}}
*{box-sizing:border-box}
body{margin:0;padding:1.5rem 1rem;background:var(--ground);color:var(--ink);font:1rem/1.55 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",sans-serif;overflow-wrap:anywhere}
main{max-inline-size:42rem;margin:0 auto;padding:1.5rem;background:var(--card);border:1px solid var(--line);border-radius:1rem}
h1{margin:0;font-size:1.5rem;line-height:1.25}
h2{margin:1.75rem 0 .25rem;font-size:1.0625rem}
p{margin:.375rem 0}
a{color:var(--accent)}
.who,.versions{color:var(--muted)}
.versions{font-size:.875rem}
ul{margin:.375rem 0;padding-inline-start:1.25rem}
blockquote{margin:.5rem 0;padding-inline-start:.75rem;border-inline-start:3px solid var(--line);white-space:pre-wrap}`;
export const noticeStyleHash = `sha256-${createHash("sha256").update(style).digest("base64")}`;

const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;
const link = (href: string, text: string): string =>
  `<a href="${escapeHtml(href)}" rel="noopener noreferrer"><bdi>${escapeHtml(text)}</bdi></a>`;
const section = (title: string, ...parts: readonly string[]): string =>
  `<section><h2>${escapeHtml(title)}</h2>${parts.join("")}</section>`;

/** The page in one language: plain HTML, in which all text of the account is escaped. */
export async function noticePage(facts: Facts, language: string): Promise<string> {
  const { page, notice } = await textsIn(language);
  const name = facts.name === "" ? "–" : facts.name;
  const direction = directionOf(language);
  // Isolates a name written in the other direction, so that it cannot reorder the text around it.
  const isolated = (text: string) => (direction === "rtl" ? `\u2068${text}\u2069` : text);
  const say = (text: string, values: Readonly<Record<string, string | number>> = {}) =>
    filled(text, { name: isolated(name), ...values });
  const days = (count: number) =>
    new Intl.NumberFormat(language, { style: "unit", unit: "day", unitDisplay: "long" }).format(count);
  const { controller, contact, privacyUrl } = facts.branding;
  const own = facts.versions[0]?.texts[language];
  const pictures =
    facts.evidenceDays === null
      ? say(page.more_deleted)
      : `${say(page.more_sealed, { duration: days(facts.evidenceDays) })} ${say(page.more_numbers)}`;
  const body = [
    `<h1>${escapeHtml(say(page.notice))}</h1><p class="who"><bdi>${escapeHtml(name)}</bdi></p>`,
    section(
      notice.responsible_title,
      paragraph(say(page.responsible, { controller: isolated(controller ?? name) })),
      privacyUrl === null ? "" : `<p>${link(privacyUrl, page.privacy_policy)}</p>`,
      contact === null ? "" : `<p>${escapeHtml(say(page.other_way))} ${link(contactHref(contact), contact)}</p>`,
    ),
    section(notice.purpose_title, paragraph(own?.purpose ?? say(notice.purpose))),
    section(
      page.more_title,
      paragraph(say(page.more_compared)),
      paragraph(pictures),
      paragraph(say(page.more_fingerprints, { days: frameRetentionDays })),
      paragraph(say(notice.stored, { duration: days(facts.sessionsDays) })),
      paragraph(say(page.more_told)),
    ),
    wordsSection(facts, language, say, await textsIn(language)),
    section(notice.rights_title, paragraph(say(notice.rights))),
  ];
  return `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(`${say(page.notice)} · ${name}`)}</title><style>${style}</style></head><body><main>${body.join("")}</main></body></html>\n`;
}

/** The current consent text in this language, the account's or the service's, and the account's earlier versions. */
function wordsSection(
  { versions }: Facts,
  language: string,
  say: (text: string) => string,
  { page, notice }: Awaited<ReturnType<typeof textsIn>>,
): string {
  const [current] = versions;
  const own = current?.texts[language];
  const date = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" });
  const versionLine = ({ version, atMs, texts }: ConsentTexts): string => {
    const shown = filled(notice.version, { version: versionName(version), date: date.format(atMs) });
    const words = texts[language];
    return words === undefined ? "" : `<li>${escapeHtml(shown)}<br>SHA-256 <bdi>${sha256Of(words.text)}</bdi></li>`;
  };
  return section(
    notice.consent_title,
    own ? paragraph(say(page.consent_own)) : "",
    `<blockquote dir="auto">${escapeHtml(own?.text ?? say(page.consent))}</blockquote>`,
    own
      ? `<ul class="versions">${versions.map(versionLine).join("")}</ul>`
      : `<p class="versions">${consentVersion}</p>`,
  );
}
