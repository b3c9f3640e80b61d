import { parseArgs } from "node:util";
import { checkup } from "./checkup.ts";
import type { Command } from "../command.ts";
import { readOwnSettings } from "../settings.ts";

const marks = { ok: "ok     ", warning: "warning", problem: "PROBLEM" } as const;

export const command: Command = {
  summary: "check settings, models, database, Redis, clock, disk and processor",
  help: `Usage: selfsame doctor

Checks what the service needs: settings, model files, database, public address, Redis, mail server, clock, disk, memory, processor, isolation of workers. It also
compares two photos once. It changes nothing, and can run beside a server. The exit code is 1 if it finds a problem.`,
  async run(args) {
    parseArgs({ args: [...args], options: {} });
    const config = readOwnSettings();
    let worst = 0;
    for await (const { name, state, says } of checkup(config)) {
      console.log(`${marks[state]}  ${name.padEnd(10)} ${says}`);
      if (state === "problem") worst = 1;
    }
    return worst;
  },
};
