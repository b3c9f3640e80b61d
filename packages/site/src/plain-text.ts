import { basename } from "node:path";
import type { Site, SitePage } from "./contents.ts";

/** The Markdown of a page as /docs/guide/NAME.md sends it: without comments, its links leading to other pages of that kind. */
export function markdownOf({ file, source }: SitePage, { linkFrom, pages }: Site): string {
  return source
    .replaceAll(/<!--.*?-->\n*/gs, "")
    .replaceAll(/(\[[^\]\n]*\])\(([^)\s]+)\)/g, (whole, text: string, href: string) => {
      const link = linkFrom(file, href);
      if (link === href) return whole;
      if (link === undefined) return text.slice(1, -1);
      const [path = "", section] = link.split("#");
      const name = path.slice("/docs/guide/".length);
      return `${text}(${path}${pages.has(name) ? ".md" : ""}${section === undefined ? "" : `#${section}`})`;
    });
}

/** /llms.txt: what there is to read, for programs that read (llmstxt.org). */
export function llmsIndex(site: Site, version: string): string {
  const groups = site.groups.map(({ title, pages }) => {
    const lines = pages.map((name) => {
      const page = site.pages.get(name)?.page;
      return `- [${page?.title ?? basename(name)}](/docs/guide/${name}.md): ${firstSentence(page?.parts.find(({ text }) => text.trim() !== "")?.text ?? "")}`;
    });
    return `## ${title}\n\n${lines.join("\n")}`;
  });
  const about = `# Selfsame ${version}\n\n> Self-hosted face verification: compares a reference photo with a selfie, checks for presentation attacks, guides the camera.`;
  const api =
    "The API of version 3 as OpenAPI 3.1: [/openapi.json](/openapi.json). All pages in one file: [/llms-full.txt](/llms-full.txt).";
  return `${[about, api, ...groups].join("\n\n")}\n`;
}

/** /llms-full.txt: every page that the site's list shows, one after the other. */
export function llmsFull(site: Site): string {
  const pages = site.groups.flatMap((group) => group.pages).flatMap((name) => site.pages.get(name) ?? []);
  return pages.map((page) => `<!-- /docs/guide/${page.name}.md -->\n\n${markdownOf(page, site).trim()}\n`).join("\n");
}

const firstSentence = (text: string): string => /^\s*(.*?[.!?:])(?:\s|$)/.exec(text)?.[1] ?? text.trim();
