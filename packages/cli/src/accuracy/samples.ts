import { parseArgs } from "node:util";
import { installedPictures, writeSamples } from "@selfsame/lab/samples/write-samples";
import { OperatorError } from "@selfsame/platform/operator-error";
import type { Command } from "../command.ts";

export const command: Command = {
  summary: "write photos to try the service with",
  help: `Usage: selfsame samples [FOLDER]

Writes reference.jpg and selfie.jpg, of one woman on two evenings, and stranger.jpg, of another, into FOLDER (samples). They are cut from
pictures of an npm package (MIT), which is downloaded if it is not installed.`,
  async run(args) {
    const [folder = "samples", more] = parseArgs({ args: [...args], allowPositionals: true }).positionals;
    if (more !== undefined) throw new OperatorError(`"${more}" is one argument too many: give one folder.`);
    for (const path of await writeSamples(folder, installedPictures())) console.log(path);
    return 0;
  },
};
