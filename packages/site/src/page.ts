import { apiReference } from "./contents.ts";
import { escapeHtml } from "./html.ts";
import type { RenderedPage } from "./markdown.ts";

interface NavigationEntry {
  readonly name: string;
  readonly title: string;
}

export interface NavigationGroup {
  readonly title: string;
  readonly entries: readonly NavigationEntry[];
}

/** One page of the guide. It can be read without its script, which fills in the search. @param version of the service */
export function renderPage(
  page: RenderedPage,
  current: string,
  groups: readonly NavigationGroup[],
  version: string,
): string {
  const item = ({ name, title }: NavigationEntry): string =>
    `<li><a href="/docs/guide/${name}"${name === current ? ' aria-current="page"' : ""}>${escapeHtml(title)}</a></li>`;
  const reference = '<li><a href="/docs">API reference</a></li>';
  const list = groups
    .map(({ title, entries }) => {
      const first = title === apiReference ? reference : "";
      return `<p>${title}</p><ul>${first}${entries.map(item).join("")}</ul>`;
    })
    .join("");
  const entries = groups.flatMap((group) => group.entries);
  const index = entries.findIndex(({ name }) => name === current);
  // A page that the list does not show has no neighbors.
  const [previous, next] = index < 0 ? [] : [entries[index - 1], entries[index + 1]];
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${escapeHtml(page.title)} · Selfsame</title>
    <link rel="icon" href="/docs/icon.svg" type="image/svg+xml" />
    <link rel="alternate" href="/docs/guide/${current}.md" type="text/markdown" />
    <link rel="stylesheet" href="/docs/guide.css" />
    <script src="/docs/guide.js" type="module"></script>
  </head>
  <body>
    <a class="skip" href="#content">Skip to the content</a>
    <header>
      <a class="brand" href="/"><img src="/docs/icon.svg" alt="" width="22" height="22" />Selfsame <small>${escapeHtml(version)}</small></a>
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
