import { rotateSigningKey } from "@selfsame/server/liveness/challenge/tokens/signing-keys";
import { createSeal } from "@selfsame/platform/secrets/seal";
import { findSecretKey } from "@selfsame/platform/secrets/secret-key";
import { silent } from "@selfsame/platform/store/log";
import type { Command } from "./command.ts";
import { runSubcommand } from "./subcommands.ts";
import type { Subcommand } from "./subcommands.ts";
import { withStore } from "./with-store.ts";

const help = `Usage: selfsame challenge-key rotate [--leaked]

Creates a new key that signs the tokens of live challenges. The key is sealed in the database; the first one is created when it is needed.
rotate    tokens of the old key stay valid for their ten minutes. Running servers use the new key within 10 seconds.
--leaked  tokens of the old key are rejected, within 10 seconds on every server.`;

const rotate: Subcommand = {
  words: [],
  options: { leaked: { type: "boolean" } },
  run: (parsed) =>
    withStore(async (store, config) => {
      const leaked = parsed.values["leaked"] === true;
      const seal = createSeal(await findSecretKey(config, silent));
      await rotateSigningKey(store, seal, Date.now(), leaked);
      console.log(leaked ? "Rotated. Tokens of the old key are rejected." : "Rotated.");
    }),
};

export const command: Command = {
  summary: "rotate the key that signs live challenges",
  help,
  run: (args) => runSubcommand({ rotate }, help, args),
};
