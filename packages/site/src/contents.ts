import { globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { type RenderedPage, renderMarkdown } from "./markdown.ts";

/** The repository. */
export const rootDir = join(import.meta.dirname, "../../..");

/** The group that the interactive reference is listed in. */
export const apiReference = "API";

interface Group {
  readonly title: string;
  /** Names of pages, in a reader's order. */
  readonly pages: readonly string[];
}

/** The order of the site. A page of docs/ that is not named here comes last in Operate, or in its folder's group; of decisions/ only the list is shown. */
const groups: readonly Group[] = [
  { title: "Start", pages: ["quick-start", "concepts", "comparison"] },
  {
    title: "Guides",
    pages: [
      "guides/sign-up",
      "guides/embed",
      "guides/camera",
      "guides/backend",
      "guides/errors",
      "guides/webhooks",
      "guides/batches",
      "guides/threshold",
      "guides/production",
      "guides/three-nodes",
      "guides/upgrade",
      "guides/monitor",
      "single-sign-on",
      "single-sign-on-providers",
      "oidc",
      "oidc-clients",
      "webviews",
      "guides/react",
      "guides/next",
      "guides/vue",
      "guides/coming-from",
      "migrating-from-v2",
    ],
  },
  {
    title: apiReference,
    pages: [
      "errors",
      "webhooks",
      "batches",
      "documents",
      "templates",
      "test-mode",
      "agents",
      "client",
      "python",
      "examples",
      "version-2",
      "compatible",
    ],
  },
  { title: "Sessions", pages: ["sessions", "session-page", "session-comparisons", "session-reviews", "evidence"] },
  {
    title: "Camera and liveness",
    pages: [
      "camera",
      "camera-element",
      "camera-texts",
      "camera-errors",
      "camera-files",
      "react",
      "vue",
      "challenge",
      "challenge-tokens",
      "challenge-steps",
      "challenge-protocol",
      "app-attest",
      "passive-liveness",
    ],
  },
  { title: "Accounts", pages: ["keys", "accounts", "requests", "receipts", "fair-shares"] },
  {
    title: "Operate",
    pages: [
      "operations",
      "install",
      "deploy",
      "settings",
      "cli",
      "postgresql",
      "several-nodes",
      "stopping",
      "backup",
      "secret-key",
      "overload",
      "metrics",
      "runbook",
      "models",
      "benchmarks",
      "upgrading",
      "changelog",
    ],
  },
  { title: "Trust", pages: ["accuracy", "independent-tests", "privacy", "security", "review", "asvs"] },
  {
    title: "Architecture",
    pages: [
      "architecture",
      ...["verify", "session", "challenge", "webhook", "batch"].map((flow) => `architecture/${flow}`),
      "dashboard-api",
    ],
  },
  { title: "Research", pages: ["decisions"] },
];

/** Pages outside docs/, where forges and package registries expect them. */
const elsewhere: Readonly<Record<string, string>> = {
  security: "SECURITY.md",
  architecture: "ARCHITECTURE.md",
  changelog: "CHANGELOG.md",
  client: "packages/client/README.md",
  react: "packages/react/README.md",
  vue: "packages/vue/README.md",
  python: "clients/python/README.md",
  examples: "examples/README.md",
};

/** Files that the pages need, as globs from the root. */
export const docsFiles = ["docs/**/*.{md,svg,webp}", ...Object.values(elsewhere)];

export interface SitePage {
  /** As in /docs/guide/NAME: `quick-start`, `research/verification`. */
  readonly name: string;
  /** From the root, with slashes. */
  readonly file: string;
  readonly source: string;
  readonly page: RenderedPage;
}

export interface Site {
  readonly groups: readonly Group[];
  readonly pages: ReadonlyMap<string, SitePage>;
  /** Pictures of the pages, from the root, by path below /docs/guide/. */
  readonly pictures: ReadonlyMap<string, string>;
  /** Where a link of a file leads on the site; undefined: to a file that is not part of it. */
  readonly linkFrom: (file: string, href: string) => string | undefined;
}

const nameOf = (file: string): string => file.replace(/^docs\//, "").replace(/(?:\/README)?\.md$/, "");

/** Every page of the site, rendered. @param root where the files are */
export function readSite(root = rootDir): Site {
  const found = (pattern: string) => globSync(pattern, { cwd: root }).map((path) => path.replaceAll("\\", "/"));
  const files = new Map(
    found("docs/**/*.md")
      .toSorted()
      .map((file) => [nameOf(file), file]),
  );
  for (const [name, file] of Object.entries(elsewhere)) files.set(name, file);
  const pictures = new Map(found("docs/**/*.{svg,webp}").map((file) => [file.replace(/^docs\//, ""), file]));

  const addresses = new Map([...files].map(([name, file]) => [file, name]));
  for (const [path, file] of pictures) addresses.set(file, path);
  const linkFrom: Site["linkFrom"] = (file, href) => {
    if (/^(?:[a-z]+:|\/|#)/i.test(href)) return href;
    const [path = "", section] = href.split("#");
    const name = addresses.get(posix.join(posix.dirname(file), path));
    return name === undefined ? undefined : `/docs/guide/${name}${section === undefined ? "" : `#${section}`}`;
  };
  const pages = new Map(
    [...files].map(([name, file]) => {
      const source = readFileSync(join(root, file), "utf8");
      return [name, { name, file, source, page: renderMarkdown(source, (href) => linkFrom(file, href)) }];
    }),
  );
  return { groups: groups.map((group) => withUnnamed(group, [...pages.keys()])), pages, pictures, linkFrom };
}

/** A group with the pages of its folder that have no place of their own, and without those that are not there. */
function withUnnamed({ title, pages }: Group, names: readonly string[]): Group {
  const placed = new Set(groups.flatMap((group) => group.pages));
  const unnamed = names.filter((name) => {
    if (placed.has(name) || name.startsWith("decisions/")) return false;
    return title === (name.startsWith("research/") ? "Research" : name.startsWith("guides/") ? "Guides" : "Operate");
  });
  return { title, pages: [...pages.filter((name) => names.includes(name)), ...unnamed] };
}

/** Links of the pages that lead nowhere, as `FILE: LINK`. @param exists whether the repository has a file or folder of that path */
export function deadLinks({ pages, pictures, linkFrom }: Site, exists: (path: string) => boolean): string[] {
  const dead: string[] = [];
  for (const { name, file, page } of pages.values()) {
    for (const href of page.links) {
      const link = linkFrom(file, href);
      if (link === undefined) {
        if (!exists(posix.join(posix.dirname(file), href.split("#")[0] ?? ""))) dead.push(`${file}: ${href}`);
        continue;
      }
      const [, path, section] = /^(?:\/docs\/guide\/([^#]*))?(?:#(.*))?$/.exec(link) ?? [];
      if (path === undefined && section === undefined) continue;
      if (path !== undefined && pictures.has(path)) continue;
      const target = pages.get(path ?? name);
      if (target === undefined || (section && !target.page.ids.has(section))) dead.push(`${file}: ${href}`);
    }
  }
  return dead;
}
