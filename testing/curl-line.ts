import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { reference, selfie } from "./photos.ts";

export const noCurl: string | false = spawnSync("curl", ["--version"]).status === 0 ? false : "curl is not installed";

/** Runs a line from a page, as pasted into a shell, in a folder with the two photos. */
export async function runCurl(line: string): Promise<{ readonly status: number; readonly body: unknown }> {
  const dir = await mkdtemp(join(tmpdir(), "selfsame-curl-"));
  try {
    await writeFile(join(dir, "reference.jpg"), reference);
    await writeFile(join(dir, "selfie.jpg"), selfie);
    const said = String.raw` --silent --show-error --write-out '\n%{http_code}'`;
    const { stdout } = await promisify(execFile)("sh", ["-c", line + said], { cwd: dir });
    const end = stdout.lastIndexOf("\n");
    return { status: Number(stdout.slice(end)), body: JSON.parse(stdout.slice(0, end)) };
  } finally {
    await rm(dir, { recursive: true });
  }
}
