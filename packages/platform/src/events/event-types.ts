/** Everything that webhooks report. A released type never changes its meaning. */
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
  "session.withdrawn",
  "batch.completed",
  "key.limit_reached",
  "key.limit_near",
  "key.expiring",
  "domain.expiring",
  "requests.failing",
  "rate.falling",
  "queue.growing",
  "ping",
] as const;

export type EventType = (typeof eventTypes)[number];
