import type { Site } from "./contents.ts";

/** Reports, inner workings and old releases have the words of everything: what to do now comes before them. Of pages that name a setting, its own comes first. */
function weightOf(name: string): number {
  if (/^(?:research|decisions|architecture|changelog)/.test(name)) return 0.3;
  return name === "settings" ? 1.1 : 1;
}

/** For who works on the dashboard itself: it has the words of everything. */
const notSearched: ReadonlySet<string> = new Set(["dashboard-api"]);

/** What the search indexes: page, part, its text. */
export const searchParts = ({ pages }: Site) =>
  [...pages.values()]
    .filter(({ name }) => !notSearched.has(name))
    .flatMap(({ name, page }) =>
      page.parts.map(({ id, title, text }, index) => ({
        href: `/docs/guide/${name}${index === 0 ? "" : `#${id}`}`,
        page: page.title,
        title,
        text,
        weight: weightOf(name),
      })),
    );
