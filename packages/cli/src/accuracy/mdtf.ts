import { once } from "node:events";
import { parseArgs } from "node:util";
import { interfaces } from "@selfsame/lab/mdtf/info";
import { createMdtf } from "@selfsame/lab/mdtf/server";
import { createEngine } from "@selfsame/photo/engine/create-engine";
import { fetchModels } from "@selfsame/photo/models/fetch-models";
import { readManifest } from "@selfsame/photo/models/manifest";
import { createComparison } from "@selfsame/photo/verify/comparison";
import type { Command } from "../command.ts";
import { readSettings } from "../settings.ts";
import { usageProblem } from "../subcommands.ts";

const help = `Usage: selfsame mdtf --contact EMAIL [--interface match-to-id|passive-pad] [--company NAME] [--host ADDRESS] [--port PORT]

Serves an interface of the Maryland Test Facility, so that others can test the models in use: create templates and compare lists of them (match-to-id,
the default), or analyze photos for presentation attacks (passive-pad). There are no keys, and nothing is stored.

TEMPLATES LEAVE THE PROCESS, and anyone who has one can compare it. Run it only where nobody but the facility reaches it, and never with photos of your users.

  --contact EMAIL   whom the facility asks when something fails
  --company NAME    who submits it (Selfsame)
  --host, --port    where it listens (127.0.0.1, 8080); in a container 0.0.0.0`;

const options = {
  contact: { type: "string" },
  company: { type: "string", default: "Selfsame" },
  interface: { type: "string", default: "match-to-id" },
  host: { type: "string", default: "127.0.0.1" },
  port: { type: "string", default: "8080" },
} as const;

export const command: Command = {
  summary: "serve an interface of the Maryland Test Facility, to be tested by others",
  help,
  async run(args) {
    const { values } = parseArgs({ args: [...args], options, strict: true });
    const { contact, company, host } = values;
    if (contact === undefined) return usageProblem(help, "--contact is missing.");
    const which = interfaces.find((one) => one === values.interface);
    if (!which) return usageProblem(help, `--interface is one of ${interfaces.join(", ")}.`);
    const port = /^\d{1,5}$/.test(values.port) ? Number(values.port) : Number.NaN;
    if (!(port <= 65_535)) return usageProblem(help, `--port is a number from 0 to 65535, not "${values.port}".`);
    const { manifestPath, modelsDir, workers, runtime } = readSettings();
    const models = { manifest: readManifest(manifestPath), manifestPath, modelsDir, runtime };
    await fetchModels(models, console.error);
    const engine = await createEngine({ models, workers, report: (problem) => console.error(problem) });
    const app = createMdtf({ engine, comparison: createComparison(models), which, submitter: { company, contact } });
    try {
      const url = await app.listen({ host, port });
      console.error(
        "Templates leave this process, and anyone who has one can compare it: for a test, never for users.",
      );
      console.log(`${which}: ${url}/v1/info`);
      await Promise.race([once(process, "SIGTERM"), once(process, "SIGINT")]);
    } finally {
      await app.close();
      await engine.stop();
    }
    return 0;
  },
};
