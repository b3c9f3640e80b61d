import type { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { answering, jsonAnswer, pageAnswer } from "../answer.ts";
import type { Pages } from "../pages.ts";
import { readOnly } from "./read-only.ts";

const offset = z.int().min(0).default(0).describe("Characters to skip, to read on in a long page.");

/** list_docs, search_docs, read_docs. */
export function registerDocs(server: McpServer, pages: Pages): void {
  server.registerTool(
    "list_docs",
    {
      title: "List the documentation",
      description: "Lists the pages of the documentation of this service, with a line about each.",
      inputSchema: z.object({ offset }),
      annotations: readOnly,
    },
    ({ offset }) => answering(async () => pageAnswer(await pages.list(), offset)),
  );
  server.registerTool(
    "search_docs",
    {
      title: "Search the documentation",
      description: "Finds parts of the documentation, the best first. `page` of a result is what read_docs takes.",
      inputSchema: z.object({ query: z.string().min(1).max(200) }),
      annotations: readOnly,
    },
    ({ query }) => answering(async () => jsonAnswer(await pages.search(query))),
  );
  server.registerTool(
    "read_docs",
    {
      title: "Read a page of the documentation",
      description: "Reads one page as Markdown, such as guides/backend, webhooks, sessions, test-mode or settings.",
      inputSchema: z.object({ page: z.string().min(1).max(200), offset }),
      annotations: readOnly,
    },
    ({ page, offset }) => answering(async () => pageAnswer(await pages.read(page), offset)),
  );
}
