import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachStore } from "@selfsame/platform/testing/store/each-store";
import { sessionDeps } from "../../../testing/sessions/session-deps.ts";
import { createSession } from "./create-session.ts";
import { startSession } from "./attempts/start-session.ts";
import { sweepOnce } from "./sweep.ts";
import { silent } from "@selfsame/platform/store/log";
import { readTimeline } from "./reports/timeline.ts";

onEachStore("expired sessions", (kind) => {
  test("end once, however many nodes sweep, with an event each; others stay", async (t) => {
    const { deps, clock, asked } = await sessionDeps(t, kind);
    const { db } = deps.store;
    const made = await Promise.all(Array.from({ length: 5 }, () => createSession(deps, asked)));
    const later = await createSession(deps, { ...asked, expiresInSeconds: 3600 });
    await sweepOnce(deps);
    const statuses = async () =>
      (await db.selectFrom("verification_sessions").select(["id", "status", "reference"]).execute()).toSorted((a, b) =>
        a.status < b.status ? -1 : 1,
      );
    assert.ok((await statuses()).every(({ status }) => status === "open"));

    clock.nowMs += 60_000;
    await Promise.all([sweepOnce(deps), sweepOnce(deps)]);
    const after = await statuses();
    assert.deepEqual(
      after.map(({ status, reference }) => [status, reference === null]),
      [...Array.from({ length: 5 }, () => ["expired", true]), ["open", false]],
    );
    assert.equal(after.at(-1)?.id, later.session.id);
    const events = await db.selectFrom("events").select("type").execute();
    assert.deepEqual(
      events.map(({ type }) => type),
      Array(5).fill("session.expired"),
    );
    const timeline = await readTimeline(db, made[0]?.session.id ?? "");
    assert.deepEqual(
      timeline.map((entry) => entry.kind),
      ["created", "expired"],
    );
  });

  test("one that cannot be ended is logged, and holds up none of those behind it", async (t) => {
    const { deps, clock, asked } = await sessionDeps(t, kind);
    const made: string[] = [];
    for (let i = 0; i < 103; i++) made.push((await createSession(deps, asked)).session.id);
    clock.nowMs += 60_000;
    const broken = made.toSorted()[0] ?? "";
    const { events } = deps;
    const failing: typeof events = {
      ...events,
      emit: async (db, event) => {
        if (event.data["id"] === broken) throw new Error("no event of this one");
        return events.emit(db, event);
      },
    };
    const logged: unknown[] = [];
    const log = { ...silent, error: (detail: object) => void logged.push("session" in detail && detail.session) };
    await sweepOnce({ ...deps, events: failing }, log);
    assert.deepEqual(logged, [broken]);
    const open = await deps.store.db
      .selectFrom("verification_sessions")
      .select("id")
      .where("ended_at_ms", "is", null)
      .execute();
    assert.deepEqual(
      open.map(({ id }) => id),
      [broken],
    );
  });

  test("two that start at once: the session is started once, and the last holds it", async (t) => {
    const { deps, asked } = await sessionDeps(t, kind);
    const { session } = await createSession(deps, asked);
    const challenges = {
      start: async (): Promise<never> => {
        throw new Error("no challenge was asked for");
      },
    };
    const begin = (device: string) =>
      startSession({ ...deps, challenges }, session, { device, userAgent: undefined }, { version: device });
    const started = await Promise.all([begin("one"), begin("two")]);
    assert.deepEqual(
      started.map(({ outcome }) => outcome),
      ["started", "started"],
    );
    const kinds = (await readTimeline(deps.store.db, session.id)).map((entry) => entry.kind);
    assert.deepEqual(kinds, ["created", "started", "taken_over"]);
  });
});
