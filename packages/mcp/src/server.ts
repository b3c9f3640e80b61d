import { Selfsame } from "@selfsame/client";
import { McpServer } from "@modelcontextprotocol/server";
import manifest from "../package.json" with { type: "json" };
import { createPages } from "./pages.ts";
import type { Settings } from "./settings.ts";
import { registerDocs } from "./tools/docs.ts";
import { registerExplain } from "./tools/explain.ts";
import { registerIntegrate } from "./tools/integrate.ts";
import { registerSessions } from "./tools/sessions.ts";
import { registerWebhooks } from "./tools/webhooks.ts";

const instructions = `Tools for developers who integrate Selfsame, a self-hosted face verification service. They use a test key: they see no person's data, send no photo and verify
nobody. Read the documentation (search_docs, read_docs) before you write code; look up errors (explain_error, explain_request) before you guess.`;

/** The tools over one service. Nothing is asked of it before a tool is called. */
export function createServer({ url, apiKey }: Settings): McpServer {
  const server = new McpServer({ name: "selfsame", version: manifest.version }, { instructions });
  const selfsame = new Selfsame({ apiKey, baseUrl: url });
  const pages = createPages(url);
  registerDocs(server, pages);
  registerExplain(server, selfsame, pages);
  registerSessions(server, selfsame);
  registerWebhooks(server, selfsame);
  registerIntegrate(server, pages);
  return server;
}
