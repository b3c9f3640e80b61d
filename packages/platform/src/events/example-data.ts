import { newId } from "../ids/ids.ts";
import { newSessionId } from "../ids/ids.ts";
import type { EventType } from "./event-types.ts";
import type { EventData } from "./events.ts";

const soon = (nowMs: number, days: number): string => new Date(nowMs + days * 24 * 3600_000).toISOString();
const session = (status: string) => (): EventData => ({ id: newSessionId(), status, external_id: null, test: true });

const examples: Readonly<Record<EventType, (nowMs: number) => EventData>> = {
  "session.started": session("started"),
  "session.captured": session("captured"),
  "session.needs_review": session("needs_review"),
  "session.reviewed": session("verified"),
  "session.verified": session("verified"),
  "session.failed": session("failed"),
  "session.expired": session("expired"),
  "session.cancelled": session("cancelled"),
  "session.withdrawn": session("cancelled"),
  "session.declined": session("open"),
  "batch.completed": () => ({ id: newId("bt"), status: "completed", total: 3, done: 2, failed: 1 }),
  "key.limit_reached": (nowMs) => ({
    id: newId("key"),
    limit: "month",
    of: "plan",
    plan: "free",
    quota: 1000,
    resets_at: soon(nowMs, 7),
  }),
  "key.limit_near": (nowMs) => ({
    id: newId("key"),
    limit: "month",
    of: "plan",
    plan: "free",
    quota: 1000,
    remaining: 200,
    resets_at: soon(nowMs, 7),
  }),
  "key.expiring": (nowMs) => ({ id: newId("key"), name: "Example key", expires_at: soon(nowMs, 7) }),
  "domain.expiring": (nowMs) => ({
    domain: "corp.example",
    record: "_selfsame.corp.example",
    expires_at: soon(nowMs, 30),
  }),
  "requests.failing": (nowMs) => ({ requests: 80, failed: 60, code: "no_face", since: soon(nowMs, -0.01) }),
  "rate.falling": (nowMs) => ({
    rate: "matches",
    share: 0.71,
    of: 1240,
    share_before: 0.93,
    of_before: 1310,
    since: soon(nowMs, -1),
  }),
  "queue.growing": () => ({ queue: "webhook_delivery", waiting: 120, oldest_s: 360 }),
  ping: () => ({}),
};

/** Example data of an event, with made-up ids. @param nowMs epoch milliseconds */
export const exampleData = (type: EventType, nowMs: number): EventData => examples[type](nowMs);
