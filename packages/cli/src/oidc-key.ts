import { rotateSigningKey } from "@selfsame/server/features/oidc/signing-keys";
import { commandLine } from "@selfsame/platform/audit/audit";
import { createSeal } from "@selfsame/platform/secrets/seal";
import { findSecretKey } from "@selfsame/platform/secrets/secret-key";
import { silent } from "@selfsame/platform/store/log";
import type { Command } from "./command.ts";
import { runSubcommand, type Subcommand } from "./subcommands.ts";
import { withStore } from "./with-store.ts";

const help = `Usage: selfsame oidc-key rotate [--leaked]

Creates a new key that signs the ID tokens of the OpenID Connect provider. The key is sealed in the database; the first one is created when it is needed.
rotate    running servers sign with the new key within 10 seconds. The public key before it stays published for a day.
--leaked  no key before it is published any more.`;

const rotate: Subcommand = {
  words: [],
  options: { leaked: { type: "boolean" } },
  run: (parsed) =>
    withStore(async (store, config) => {
      const seal = createSeal(await findSecretKey(config, silent));
      const leaked = parsed.values["leaked"] === true;
      console.log(`Signs from now on: ${await rotateSigningKey(store, seal, commandLine, Date.now(), leaked)}`);
    }),
};

export const command: Command = {
  summary: "rotate the key that signs ID tokens",
  help,
  run: (args) => runSubcommand({ rotate }, help, args),
};
