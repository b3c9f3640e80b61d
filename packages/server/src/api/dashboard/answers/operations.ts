import { z } from "zod";
import { count, timeMs } from "./basics.ts";

/** A search result: an object whose id, name or address contains the text. */
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
  /** For a delivery: the endpoint's id and its own, with a slash between. */
  id: z.string(),
  title: z.string(),
  detail: z.string(),
  /** Null if the object belongs to neither live nor test. */
  test: z.boolean().nullable(),
});
export type Hit = z.output<typeof hit>;

export const found = z.object({ hits: z.array(hit) });
export type Found = z.output<typeof found>;

/** Errors on a node, by kind. */
const problem = z.object({
  kind: z.string(),
  level: z.enum(["warn", "error"]),
  /** Since the node started. */
  count: count,
  lastAtMs: timeMs,
});

/** A node; all nodes share the database. */
const node = z.object({
  id: z.string(),
  /** The machine's name. */
  host: z.string(),
  version: z.string(),
  startedAtMs: timeMs,
  seenAtMs: timeMs,
  /** Whether this node sent the response. */
  current: z.boolean(),
  /** Whether the node has not reported for 45 seconds. */
  stale: z.boolean(),
  workers: count,
  idle: count,
  /** Photos waiting for a worker. */
  queued: count,
  /** Of the workers. */
  memoryBytes: count,
  /** Of the process that responds. */
  ownMemoryBytes: count,
  problems: z.array(problem),
});
export type Node = z.output<typeof node>;

export const health = z.object({
  store: z.enum(["sqlite", "postgres"]),
  storeStatus: z.enum(["ok", "unavailable"]),
  limits: z.enum(["alone", "shared", "local"]),
  /** Only the responding node while the database is unavailable. */
  nodes: z.array(node),
});
export type Health = z.output<typeof health>;
