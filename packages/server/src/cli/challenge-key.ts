import { rotateSigningKey } from "../challenge/signing-keys.ts";
import type { Command } from "./command.ts";
import { runSubcommand } from "./subcommands.ts";
import type { Subcommand } from "./subcommands.ts";
import { withStore } from "./with-store.ts";

const help = `Usage: selfsame challenge-key rotate [--leaked]

Makes a new key that signs the tokens of live challenges. It is in the database; the first one is made when it is needed.
rotate    tokens of the old key stay good for their ten minutes. Running servers take the new key within 10 seconds.
--leaked  the old key is not trusted any more: its tokens are refused, within 10 seconds on every server.`;

const rotate: Subcommand = {
  options: { leaked: { type: "boolean" } },
  run: (parsed) =>
    withStore(async (store) => {
      const leaked = parsed.values["leaked"] === true;
      await rotateSigningKey(store, Date.now(), leaked);
      console.log(leaked ? "Rotated. Tokens of the old key are refused." : "Rotated.");
    }),
};

export const command: Command = {
  summary: "Rotate the key that signs live challenges",
  help,
  run: (args) => runSubcommand({ rotate }, help, args),
};
