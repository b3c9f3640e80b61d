import { parseArgs } from "node:util";
import { checkup } from "../doctor/checkup.ts";
import type { Command } from "./command.ts";
import { readSettings } from "./settings.ts";

const marks = { ok: "ok     ", warning: "look at", problem: "PROBLEM" } as const;

export const command: Command = {
  summary: "look at settings, models, database, Redis, clock, disk and processor",
  help: `Usage: selfsame doctor

Looks at what the service needs, and compares photos once as it would: settings, model files, database, Redis, mail server, clock, disk, memory,
processor, how far workers are kept apart. It changes nothing, and may run beside a server. Exit code 1 where something is a problem.`,
  async run(args) {
    parseArgs({ args: [...args], options: {} });
    const config = readSettings();
    let worst = 0;
    for await (const { name, state, says } of checkup(config)) {
      console.log(`${marks[state]}  ${name.padEnd(10)} ${says}`);
      if (state === "problem") worst = 1;
    }
    return worst;
  },
};
