import MiniSearch from "minisearch";
import { createSearch } from "@selfsame/site/search";
import { z } from "zod";

/** The documentation of the running service, so that it fits its version. */
export interface Pages {
  /** The list of all pages, with a line about each. */
  list(): Promise<string>;
  /** @param name as `guides/backend` @returns its Markdown @throws PageError where there is none */
  read(name: string): Promise<string>;
  /** @returns the best parts of pages, at most eight */
  search(query: string): Promise<readonly Found[]>;
}

interface Found {
  /** For `read`. */
  readonly page: string;
  readonly title: string;
  /** The beginning of the part. */
  readonly text: string;
}

export class PageError extends Error {
  override readonly name = "PageError";
}

const foundMax = 8;
const excerptLength = 300;
const fileBytesMax = 4_000_000;
const waitMs = 15_000;
/** No dot but before the file's type: the path stays below the guide. */
const pageName = /^[a-z0-9][a-z0-9-]*(?:\/[a-z0-9][a-z0-9-]*){0,3}$/;

const partsSchema = z.array(
  z.object({ href: z.string(), page: z.string(), title: z.string(), text: z.string(), weight: z.number() }),
);

export function createPages(url: string): Pages {
  const file = (path: string) => readFile(`${url}${path}`);
  // Read once: a new version of the service comes with a new start of the agent.
  let search: ReturnType<typeof createSearch> | undefined;
  const readSearch = async () =>
    createSearch(MiniSearch, partsSchema.parse(JSON.parse(await file("/docs/search.json"))));

  return {
    list: () => file("/llms.txt"),
    read: async (name) => {
      const plain = name.replace(/^\/?(?:docs\/guide\/)?/, "").replace(/(?:\.md)?(?:#.*)?$/, "");
      if (!pageName.test(plain)) throw new PageError(`"${name}" is no page. list_docs has all of them.`);
      return file(`/docs/guide/${plain}.md`);
    },
    search: async (query) => {
      search ??= readSearch();
      // A service that was away is asked again.
      search.catch(() => (search = undefined));
      const found = (await search)(query);
      return found.slice(0, foundMax).map(({ href, page, title, text }) => ({
        page: href.replace(/^\/docs\/guide\//, ""),
        title: page === title ? title : `${page}: ${title}`,
        text: text.length > excerptLength ? `${text.slice(0, excerptLength)}...` : text,
      }));
    },
  };
}

/** @throws PageError in words for who asked */
async function readFile(address: string): Promise<string> {
  const signal = AbortSignal.timeout(waitMs);
  const answer = await fetch(address, { signal, redirect: "error" }).catch((cause: unknown) => {
    throw new PageError(`${address} cannot be read. Is the service running there?`, { cause });
  });
  if (answer.status === 404) throw new PageError("There is no such page. list_docs has all of them.");
  if (!answer.ok) throw new PageError(`${address} answered ${answer.status}.`);
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer.body ?? []) {
    bytes += part.length;
    if (bytes > fileBytesMax) throw new PageError(`${address} is larger than ${fileBytesMax} bytes.`);
    parts.push(Buffer.from(part));
  }
  return Buffer.concat(parts).toString("utf8");
}
