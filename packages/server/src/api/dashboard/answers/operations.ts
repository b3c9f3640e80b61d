import { performedModes } from "../../../liveness/challenge/challenge-mode.ts";
import { lightResults } from "../../../liveness/challenge/light/judge-light.ts";
import { z } from "zod";
import { count, timeMs } from "./basics.ts";

/** `frames`: one a step, beside the selfie. */
export const challengeDetails = z.object({ mode: z.enum(performedModes), frames: count });

/** What became of a request to the API. */
const loggedRequest = z.object({
  /** Its own: request ids may come twice. */
  id: z.string(),
  requestId: z.string(),
  /** "none": the page of a session that was made in the dashboard. */
  keyId: z.string(),
  /** Null once the key is deleted. */
  keyName: z.string().nullable(),
  /** `POST /api/v3/verify` */
  route: z.string(),
  /** Null where the client had gone. */
  status: z.number().int().nullable(),
  /** `error` where there is a code. */
  outcome: z.string(),
  code: z.string().nullable(),
  /** By photo, what was wrong with its quality. */
  issues: z.record(z.string(), z.array(z.string())),
  /** How a challenge was performed; null where there was none. */
  challenge: challengeDetails.nullable(),
  /** What became of a challenge's screen colors; null where there were none. */
  light: z.enum(lightResults).nullable(),
  /** Milliseconds by stage, of all photos together. */
  stagesMs: z.record(z.string(), z.number()),
  durationMs: z.number(),
  node: z.string(),
  atMs: timeMs,
});
export type LoggedRequest = z.output<typeof loggedRequest>;

/** `next`: the cursor of the page after. `keptDays` 0: nothing is logged. */
export const loggedRequests = z.object({
  requests: z.array(loggedRequest),
  next: z.string().nullable(),
  keptDays: count,
});
export type LoggedRequests = z.output<typeof loggedRequests>;

/** What a text leads to: something whose id, name or address it is part of. */
const hit = z.object({
  kind: z.enum([
    "request",
    "session",
    "batch",
    "event",
    "delivery",
    "endpoint",
    "key",
    "member",
    "person",
    "account",
    "code",
  ]),
  /** Of a delivery, its endpoint's and its own, with a slash between. */
  id: z.string(),
  title: z.string(),
  detail: z.string(),
  /** Null where live and test are not apart. */
  test: z.boolean().nullable(),
});
export type Hit = z.output<typeof hit>;

export const found = z.object({ hits: z.array(hit) });
export type Found = z.output<typeof found>;

/** What went wrong on a node, by kind. */
const problem = z.object({
  kind: z.string(),
  level: z.enum(["warn", "error"]),
  /** Since the node was started. */
  count: count,
  lastAtMs: timeMs,
});

/** One of those that share the database. */
const node = z.object({
  id: z.string(),
  /** The machine's name. */
  host: z.string(),
  version: z.string(),
  startedAtMs: timeMs,
  seenAtMs: timeMs,
  /** It is the one that answers. */
  current: z.boolean(),
  /** It has not been heard of for 45 seconds. */
  stale: z.boolean(),
  workers: count,
  idle: count,
  /** Photos that wait for a worker. */
  queued: count,
  /** Of the workers. */
  memoryBytes: count,
  /** Of the process that answers. */
  ownMemoryBytes: count,
  problems: z.array(problem),
});
export type Node = z.output<typeof node>;

export const health = z.object({
  store: z.enum(["sqlite", "postgres"]),
  storeStatus: z.enum(["ok", "unavailable"]),
  limits: z.enum(["alone", "shared", "local"]),
  /** Only the one that answers, while the database is away. */
  nodes: z.array(node),
});
export type Health = z.output<typeof health>;
