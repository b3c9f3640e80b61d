import { parseArgs } from "node:util";
import { z } from "zod";
import { eventTypes } from "@selfsame/platform/events/event-types";
import type { Command } from "../command.ts";
import { usageProblem } from "../subcommands.ts";
import { apiHelp, apiOf, apiOptions, eventSchema, eventTypesNamed } from "./api.ts";

const help = `Usage: selfsame trigger TYPE [--url URL] [--api-key KEY]

Creates a test event of this type with example data. Test endpoints and selfsame listen receive it. Its ids belong to nothing; for a session that
exists, run selfsame sessions create --test --simulate verified.

Types: ${eventTypes.join(", ")}.
${apiHelp}`;

const answer = z.object({ data: eventSchema });

export const command: Command = {
  summary: "create a test event of any type, to try your webhook handler",
  help,
  async run(args) {
    const parsed = parseArgs({ args: [...args], options: apiOptions, allowPositionals: true });
    const [type, more] = parsed.positionals;
    if (type === undefined) return usageProblem(help, "TYPE is missing.");
    if (more !== undefined) return usageProblem(help, `"${more}" is one argument too many.`);
    eventTypesNamed([type]);
    const made = await apiOf(parsed, process.env).request("/events", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ type }),
    });
    console.log(`Triggered: ${type} ${answer.parse(await made.json()).data.id}`);
    return 0;
  },
};
