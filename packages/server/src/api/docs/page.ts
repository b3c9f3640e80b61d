import { escapeHtml } from "./html.ts";
import type { RenderedPage } from "./markdown.ts";

export interface NavigationEntry {
  readonly name: string;
  readonly title: string;
}

/** One page of the guide. It can be read without its script, which fills in the search. */
export function renderPage(page: RenderedPage, current: string, entries: readonly NavigationEntry[]): string {
  const item = ({ name, title }: NavigationEntry): string =>
    `<li><a href="/docs/guide/${name}"${name === current ? ' aria-current="page"' : ""}>${escapeHtml(title)}</a></li>`;
  const list = `<ul>${entries.map(item).join("")}<li><a href="/docs">API reference</a></li></ul>`;
  const index = entries.findIndex(({ name }) => name === current);
  const [previous, next] = [entries[index - 1], entries[index + 1]];
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${escapeHtml(page.title)} · Selfsame</title>
    <link rel="icon" href="/docs/icon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/docs/guide.css" />
    <script src="/docs/guide.js" type="module"></script>
  </head>
  <body>
    <a class="skip" href="#content">Skip to the content</a>
    <header>
      <a class="brand" href="/"><img src="/docs/icon.svg" alt="" width="22" height="22" />Selfsame</a>
      <nav aria-label="Documentation"><a href="/docs/guide" aria-current="true">Guide</a><a href="/docs">API reference</a></nav>
      <search hidden>
        <input type="search" placeholder="Search" aria-label="Search the guide" aria-controls="found" aria-describedby="found-count" autocomplete="off" spellcheck="false" />
        <p id="found-count" role="status"></p>
        <ul id="found" hidden></ul>
      </search>
    </header>
    <div class="columns">
      <nav class="pages" aria-label="Pages">${list}</nav>
      <details class="pages-small"><summary>${escapeHtml(page.title)}</summary><nav aria-label="Pages">${list}</nav></details>
      <main id="content">
${page.html}
        <nav class="turn" aria-label="Previous and next page">${turnLink(previous, "Previous")}${turnLink(next, "Next")}</nav>
      </main>
      ${sectionList(page)}
    </div>
  </body>
</html>
`;
}

const turnLink = (entry: NavigationEntry | undefined, label: string): string =>
  entry ? `<a href="/docs/guide/${entry.name}"><small>${label}</small>${escapeHtml(entry.title)}</a>` : "<span></span>";

function sectionList({ sections }: RenderedPage): string {
  if (sections.length < 2) return "";
  const items = sections.map(({ id, title }) => `<li><a href="#${id}">${escapeHtml(title)}</a></li>`).join("");
  return `<nav class="sections" aria-label="On this page"><p>On this page</p><ul>${items}</ul></nav>`;
}
