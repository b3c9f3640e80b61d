import { homedir } from "node:os";
import { readConfig } from "../config.ts";
import type { Config } from "../config.ts";
import { EvaluateError } from "../evaluate/evaluate-error.ts";

/** Does the work of a command, and says in one line what is wrong with what it was given. @returns the exit code */
export async function runEvaluation(name: string, work: () => Promise<void>): Promise<number> {
  try {
    await work();
    return 0;
  } catch (error) {
    // parseArgs tells of options it does not know by a TypeError with a code.
    const ours = error instanceof EvaluateError || (error instanceof TypeError && "code" in error);
    if (!ours) throw error;
    console.error(`selfsame ${name}: ${error.message}`);
    return 1;
  }
}

/** @throws EvaluateError that names every setting that is wrong */
export function requireConfig(): Config {
  const read = readConfig(process.env, process.platform, homedir());
  if (read.outcome !== "valid") throw new EvaluateError(read.problems.join("\n"));
  return read.config;
}
