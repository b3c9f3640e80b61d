import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import type { StepName, Task } from "../../packages/face/src/assess/gestures.ts";
import { photosOf } from "../../packages/server/testing/challenge/perform.ts";
import { type RunningServer, startServer } from "../../testing/server.ts";
import type { SentBurst } from "../../packages/server/src/liveness/challenge/burst/burst.ts";
import type { Sequence } from "./tally.ts";
import { databaseFile } from "../../packages/platform/src/store/data-folder.ts";

/** The service rejects steps done faster than this: no person can. */
const stepMs = 450;
/** The most retries while the service has no room. */
const waitsMax = 600;

export interface Drawn {
  readonly id: string;
  readonly tasks: readonly Task[];
  readonly atMs: number;
}

export interface Answer {
  /** `passed`, or the error's code. */
  readonly outcome: string;
  /** The reason of a rejection in the service's log, which no caller receives. */
  readonly why: string;
  readonly token?: string;
  readonly record?: Sequence;
}

interface Body {
  readonly success: boolean;
  readonly data: Readonly<Record<string, unknown>>;
  readonly error: { readonly code: string } | null;
  readonly meta: { readonly request_id: string };
}

interface LogLine {
  readonly requestId?: string;
  readonly detail?: string;
}

/** Collects the reason of each rejection, by request, from the service's log. */
function createReasons() {
  const details = new Map<string, string>();
  return {
    read: (line: string): void => {
      const { requestId, detail } = line.startsWith("{") ? (JSON.parse(line) as LogLine) : {};
      if (requestId !== undefined && detail !== undefined) details.set(requestId, detail);
    },
    /** The response may arrive before the log line. */
    async of(requestId: string): Promise<string> {
      for (let ms = 0; ms < 1000; ms += 10) {
        const why = details.get(requestId);
        if (why !== undefined) return why;
        await setTimeout(10);
      }
      throw new Error("the service's log does not say why");
    },
  };
}

/** Sends a request with the page's key, or with the backend's where required. */
const createAsk =
  ({ url, privateKey }: Pick<RunningServer, "url" | "privateKey">, publicKey: string) =>
  async (path: string, network: string, body?: FormData | string): Promise<Body> => {
    const headers = {
      authorization: `Bearer ${path === "verify" ? privateKey : publicKey}`,
      origin: url,
      "x-forwarded-for": network,
      ...(typeof body === "string" && { "content-type": "application/json" }),
    };
    const init = { method: "POST", headers, ...(body && { body }) };
    for (let waits = 0; ; waits++) {
      // A busy service may respond and close the connection before it has read the photos.
      const answer = await fetch(`${url}/api/v3/${path}`, init).catch((error: unknown) => {
        if (waits < waitsMax) return undefined;
        throw error;
      });
      if (answer && (answer.status !== 503 || waits >= waitsMax)) return (await answer.json()) as Body;
      await setTimeout(500);
    }
  };

/** A service started for the bench, called over HTTP as pages and their backends do. */
export type AttackedService = Awaited<ReturnType<typeof startAttacked>>;

export async function startAttacked({ dots = false }: { readonly dots?: boolean } = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), "selfsame-attacks-"));
  const reasons = createReasons();
  const server = await startServer(
    {
      SELFSAME_DATA_DIR: dataDir,
      SELFSAME_CHALLENGE_DOTS: String(dots),
      // Each try has its own network address, unless the attack depends on it.
      SELFSAME_TRUSTED_PROXIES: "127.0.0.1",
      LOG_LEVEL: "info",
    },
    reasons.read,
  );
  const made = await server.command(["keys", "create", "Attacks", "--public", "--origin", server.url]);
  const publicKey = /ss_pk_\w+/.exec(made)?.[0];
  if (!publicKey) throw new Error("no public key was made");
  const database = new DatabaseSync(databaseFile(dataDir));
  database.exec("PRAGMA busy_timeout = 10000");
  // Allows all steps to be shown at once, since the bench has the frames for all.
  database.exec("UPDATE api_keys SET challenge_mode = 'any'");

  const ask = createAsk(server, publicKey);
  const answerOf = async ({ success, data, error, meta }: Body): Promise<Answer> => {
    if (success) return { outcome: "passed", why: "", token: data["challenge_token"] as string };
    const outcome = error?.code ?? "unknown";
    return { outcome, why: outcome === "challenge_failed" ? await reasons.of(meta.request_id) : outcome };
  };

  return {
    /** @returns undefined if no more challenges are given */
    begin: async (network: string, avoid: readonly StepName[] = []): Promise<Drawn | undefined> => {
      const { success, data, error } = await ask("challenges", network, JSON.stringify({ avoid }));
      if (!success && error?.code === "too_many_challenges") return undefined;
      if (!success) throw new Error(`no challenge: ${error?.code}`);
      const dotsLeft = [...((data["dots"] as number[] | undefined) ?? [])];
      const tasks = (data["steps"] as StepName[]).map((step): Task =>
        step === "follow_dot" ? { dot: dotsLeft.shift() as number } : step,
      );
      return { id: data["id"] as string, tasks, atMs: performance.now() };
    },
    /** Replaces the drawn steps, for people who were photographed earlier, by those that they performed. */
    ask: ({ id }: Drawn, tasks: readonly Task[]): void => {
      database.prepare("UPDATE challenges SET steps = ? WHERE id = ?").run(JSON.stringify(tasks), id);
    },
    complete: async (
      drawn: Drawn,
      network: string,
      selfie: Buffer,
      frames: readonly Buffer[],
      bursts?: readonly SentBurst[],
    ): Promise<Answer> => {
      if (bursts) throw new Error("bursts need --in-process: here all steps are sent at once");
      const form = new FormData();
      for (const [name, jpeg] of Object.entries(photosOf(selfie, frames)))
        form.set(name, new Blob([new Uint8Array(jpeg)]), "frame.jpg");
      await setTimeout(Math.max(0, stepMs * frames.length - (performance.now() - drawn.atMs)));
      return answerOf(await ask(`challenges/${drawn.id}/complete`, network, form));
    },
    /** @returns the decision, with its reasons */
    verify: async (reference: Buffer, selfie: Buffer, token: string): Promise<string> => {
      const form = new FormData();
      form.set("reference", new Blob([new Uint8Array(reference)]), "reference.jpg");
      form.set("selfie", new Blob([new Uint8Array(selfie)]), "selfie.jpg");
      form.set("challenge_token", token);
      const { success, data, error } = await ask("verify", "198.18.0.1", form);
      if (!success) return error?.code ?? "unknown";
      return [data["decision"], ...(data["reasons"] as string[])].join(" ");
    },
    /** Forgets the frames sent so far, as if the next try came from another account. */
    forgetFrames: (): void => {
      database.exec("DELETE FROM challenge_frames");
    },
    /** The risk of the frames so far on the attacker's own instance; higher is worse for the attacker. A search needs `--in-process`. */
    risk: (_tasks: readonly Task[], _selfie: Buffer, _frames: readonly Buffer[]): Promise<number> =>
      Promise.reject(new Error("a search at home needs --in-process")),
    stop: async (): Promise<void> => {
      database.close();
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export async function drawn(
  service: AttackedService,
  network: string,
  avoid: readonly StepName[] = [],
): Promise<Drawn> {
  const challenge = await service.begin(network, avoid);
  if (!challenge) throw new Error("no challenge for a network that never had one");
  return challenge;
}

let networks = 0;
/** An unused address from the range for benchmarks (RFC 2544). */
export const newNetwork = (): string => {
  networks++;
  return `198.${18 + Math.floor(networks / 65_536)}.${Math.floor(networks / 256) % 256}.${networks % 256}`;
};
