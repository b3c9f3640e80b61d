import { z } from "zod";
import { count, timeMs } from "./basics.ts";

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
