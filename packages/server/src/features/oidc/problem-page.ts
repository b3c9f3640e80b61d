import { createHash } from "node:crypto";
import { escapeHtml } from "@selfsame/platform/escape-html";

const style = `body{font:1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:4rem auto;padding:0 1rem;color-scheme:light dark}`;

/** No script, nothing from elsewhere, and in no frame. */
export const problemHeaders = {
  "content-security-policy": `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY",
} as const;

/** For a person whom no client can be told of: there is none, or it is not sure which. @param detail for developers */
export const problemPage = (lead: string, detail?: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>This did not work</title>
<style>${style}</style>
<h1>This did not work</h1>
<p>${escapeHtml(lead)}</p>
${detail === undefined ? "" : `<p><code>${escapeHtml(detail)}</code></p>\n`}</html>
`;
