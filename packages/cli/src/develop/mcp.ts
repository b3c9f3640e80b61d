import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { OperatorError } from "@selfsame/platform/operator-error";
import type { Command } from "../command.ts";
import { textOf } from "../subcommands.ts";
import { apiHelp, apiOptions } from "./api.ts";

const help = `Usage: selfsame mcp [--url URL] [--api-key KEY]

Serves the Model Context Protocol on standard input and output, for the agent of a developer who integrates the service: it reads the documentation,
explains errors and requests, creates and cancels test sessions, and shows what webhook endpoints answered. It takes test keys only and sends no photo.
Without an installation here: npx -y @selfsame/mcp.

${apiHelp}`;

/** The bundle that the build writes. */
const built = join(import.meta.dirname, "../../../mcp/dist/mcp.js");

/** See packages/mcp/src/main.ts. */
interface Built {
  readonly serveAgent: (env: Readonly<Record<string, string | undefined>>) => number;
}

export const command: Command = {
  summary: "tools for an agent that integrates the service, over MCP, with test keys",
  help,
  async run(args) {
    const parsed = parseArgs({ args: [...args], options: apiOptions });
    if (!existsSync(built)) throw new OperatorError("The server for agents is not built: npm run build.");
    const { serveAgent } = (await import(pathToFileURL(built).href)) as Built;
    return serveAgent({
      SELFSAME_URL: textOf(parsed, "url") ?? process.env["SELFSAME_URL"],
      SELFSAME_API_KEY: textOf(parsed, "api-key") ?? process.env["SELFSAME_API_KEY"],
    });
  },
};
