/** Everything that webhooks tell of. A type, once released, keeps its meaning. */
export const eventTypes = [
  "session.started",
  "session.declined",
  "session.captured",
  "session.needs_review",
  "session.reviewed",
  "session.verified",
  "session.failed",
  "session.expired",
  "session.cancelled",
  "batch.completed",
  "key.limit_reached",
  "key.limit_near",
  "key.expiring",
  "requests.failing",
  "queue.growing",
  "ping",
] as const;

export type EventType = (typeof eventTypes)[number];
