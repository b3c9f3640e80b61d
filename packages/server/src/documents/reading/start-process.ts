import { fork } from "node:child_process";
import { extname, join } from "node:path";
import { workersCodeCache } from "@selfsame/photo/engine/code-cache";
import { isolate } from "@selfsame/photo/engine/isolation";
import { processorMs } from "@selfsame/photo/engine/processor-time";
import { safeEnv } from "@selfsame/photo/engine/worker-process";
import type { Answer, FromProcess, Question, ToProcess } from "./messages.ts";
import type { AnchorNames } from "../certificates/chain.ts";
import type { DecoderFault } from "@selfsame/photo/engine/decoder-faults";

/** The process has ended: killed, crashed, or out of memory. */
export class ProcessLost extends Error {
  override readonly name = "ProcessLost";
}

/** Finds the certificates (DER) of authorities that may have issued another certificate. */
export type FindCertificates = (names: AnchorNames) => Promise<readonly Uint8Array[]>;

interface Done {
  readonly answer: Answer;
  readonly faults: readonly DecoderFault[];
}

export interface DocumentProcess {
  /** Must be called again only after the answer. @throws ProcessLost, and whatever `findCertificates` throws */
  ask(question: Question, findCertificates: FindCertificates): Promise<Done>;
  /** Processor time used, in ms; undefined if the system does not report it. */
  processorMs(): number | undefined;
  readonly gone: Promise<void>;
  kill(): void;
}

/** For the smallest process that Node allows: no threads for compilation and garbage collection, and a heap larger than any document needs. */
const flags = [
  "--disable-warning=ExperimentalWarning",
  "--disable-warning=SecurityWarning",
  "--single-threaded",
  "--max-semi-space-size=1",
  "--max-old-space-size=64",
] as const;
const heapSettings = { MALLOC_ARENA_MAX: "1", UV_THREADPOOL_SIZE: "1" } as const;

const loadMs = 60_000;

/**
 * Starts a process and not a thread. A thread would start as fast and take a third of the memory, but one that is out of memory ends the whole
 * service (measured: V8 aborts, whatever its limits), and so would a fault in OpenSSL's parsers. The process has no network, no files but the code,
 * no key and no database (photo/engine/isolation.ts).
 *
 * @returns when its parsers are loaded
 * @throws ProcessLost
 */
export async function startProcess(): Promise<DocumentProcess> {
  const here = import.meta.dirname;
  const codeCache = workersCodeCache();
  const code = { manifestPath: import.meta.filename, modelsDir: here };
  const { execPath, execArgv } = isolate(code, flags, { writable: codeCache });
  // .ts in the repository, .js in the published package.
  const child = fork(join(here, `document-process${extname(import.meta.filename)}`), {
    serialization: "advanced",
    env: { ...safeEnv(), ...heapSettings, ...(codeCache !== undefined && { NODE_COMPILE_CACHE: codeCache }) },
    execPath,
    execArgv: [...execArgv],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const kill = () => {
    // Keeps the service running until the process has ended.
    child.ref();
    child.kill("SIGKILL");
  };
  const gone = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.on("error", () => child.pid === undefined && resolve());
  });

  /** Sends one message and waits for its answer. Meanwhile, the process's requests for anchors are answered. */
  const ask = async (message: ToProcess | undefined, findCertificates: FindCertificates) => {
    const { promise, resolve, reject } = Promise.withResolvers<FromProcess>();
    const post = (posted: ToProcess) => child.send(posted, (error) => error && lost());
    const lost = () => reject(new ProcessLost("the process that reads documents was lost"));
    const find = async (names: AnchorNames) => {
      const certificates = await findCertificates(names).catch((error: unknown) => {
        // The question is rejected and the process ends, so it needs no certificates.
        reject(error);
        kill();
        return [];
      });
      post({ kind: "found_anchors", certificates });
    };
    const receive = (received: FromProcess) =>
      received.kind === "find_anchors" ? void find(received.names) : resolve(received);
    child.on("message", receive).once("exit", lost).once("error", lost);
    child.ref();
    child.channel?.ref();
    if (message) post(message);
    return promise.finally(() => {
      child.off("message", receive).off("exit", lost).off("error", lost);
      // Between two documents, the process does not keep the service from ending.
      child.unref();
      child.channel?.unref();
    });
  };

  const patience = setTimeout(kill, loadMs);
  await ask(undefined, async () => []).finally(() => clearTimeout(patience));
  return {
    gone,
    kill,
    processorMs: () => processorMs(child.pid ?? 0),
    ask: async (question, findCertificates) => {
      const answer = await ask(question, findCertificates);
      if (answer.kind !== "done") throw new ProcessLost("the process that reads documents answered out of turn");
      return answer;
    },
  };
}
