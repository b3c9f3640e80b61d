import { createDocumentReader } from "../src/documents/reading/document-reader.ts";
import { MemoryBudget } from "@selfsame/photo/images/memory-budget";
import { randomBytes } from "node:crypto";
import type { TestContext } from "node:test";
import { fastify } from "fastify";
import type { FastifyInstance, InjectOptions } from "fastify";
import { type GuardedFetch, NoAnswer } from "@selfsame/platform/outbound/guarded-fetch";
import { createOpenId } from "../src/accounts/people/sign-on/open-id.ts";
import { createAccess } from "../src/create-access.ts";
import { createAttempts } from "../src/accounts/people/accounts/attempts.ts";
import { createCounters } from "../src/accounts/limits/counters.ts";
import { prepareFirstStart } from "../src/accounts/people/first-start.ts";
import { createPasswords } from "../src/accounts/people/accounts/passwords.ts";
import type { Passwords } from "../src/accounts/people/accounts/passwords.ts";
import { defaultPlans } from "../src/accounts/access/plans.ts";
import { scriptedComparison, scriptedEngine } from "@selfsame/photo/testing/engine/scripted-engine";
import { testReceipts } from "./test-receipts.ts";
import { noDownload } from "./service/service.ts";
import { freshStore } from "@selfsame/platform/testing/store/each-store";
import { silent } from "@selfsame/platform/store/log";
import type { StoreKind } from "@selfsame/platform/store/migrate";
import type { Store } from "@selfsame/platform/store/store";
import { createEvents } from "@selfsame/platform/events/events";
import { jobKinds } from "@selfsame/platform/queue/kinds";
import { noMailer } from "../src/features/mail/mailer.ts";
import { openQueue } from "@selfsame/platform/queue/open-queue";
import { createSeal } from "@selfsame/platform/secrets/seal";
import { createPost } from "../src/features/webhooks/post.ts";
import { decorateRequests } from "../src/api/request-state.ts";
import { dashboardApi } from "../src/api/dashboard/dashboard-api.ts";
import type { DashboardDeps } from "../src/api/dashboard/deps.ts";
import { type V3Deps, v3Routes } from "../src/api/v3/routes.ts";
import { pino } from "pino";
import { Registry } from "prom-client";
import { defaultRetention } from "../src/features/retention/periods.ts";
import { createRequestLog, type RequestLog } from "../src/features/request-log/request-log.ts";
import { createLinkLimits } from "../src/features/sessions/visit/link-limits.ts";
import { createChallenges } from "../src/liveness/challenge/challenges.ts";
import { readManifest } from "@selfsame/photo/models/manifest";

/** For tests: the production cost would take a third of a second for each sign-in. */
export const quickPasswords = (): Passwords => createPasswords({ logN: 10, blockSize: 8, parallel: 1 });

const origin = "https://faces.example";
export const ownerEmail = "owner@example.com";
export const ownerPassword = "correct horse battery";
export const memberPassword = "a member's password";

/** A response, with the session cookie that it set, if any. */
export interface Answer {
  readonly status: number;
  // Untyped, since each test knows the shape of its responses; a wrong shape fails in the test.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
  readonly text: string;
  readonly cookie: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** The threshold table of a model without measurements. */
export const unmeasured: DashboardDeps["thresholds"] = () => ({
  model: "m",
  threshold: 0.7,
  steps: [],
  genuinePairs: 0,
  refused: [],
  groups: [],
  genuineGroups: [],
});

const nowhere: GuardedFetch = async () => {
  throw new NoAnswer("no provider in this test");
};

/** Webhooks and batches without workers: jobs stay in the queue. The queue's table exists in both databases. */
export function idleJobs(store: Store, now: () => number) {
  const queue = openQueue(store, jobKinds, now);
  const post = createPost({ allowedDomains: [], allowPrivate: false });
  const seal = createSeal(randomBytes(32));
  const webhooks = { store, queue, seal, post, now };
  const batches = { store, queue, events: createEvents(queue, now), webhooks, now };
  const verifications = {
    store,
    queue,
    events: createEvents(queue, now),
    seal,
    receipts: testReceipts(seal, now),
    now,
  };
  const openId = createOpenId(nowhere);
  const signOn = { openId, resolveTxt: async () => [], store, seal, now, log: silent };
  const challengeLight = "observe" as const;
  const limits = { retention: defaultRetention, uploads: new MemoryBudget(256 * 1024 * 1024, 2000) };
  const nodes = { list: async () => [] };
  const documents = createDocumentReader({ report: () => {}, countFault: () => {} });
  const photos = { engine: scriptedEngine(), download: noDownload };
  return {
    seal,
    signOn,
    webhooks,
    batches,
    verifications,
    photos,
    documents,
    nodes,
    mailer: noMailer,
    embeddingModel: "m-1",
    challengeLight,
    ...limits,
  };
}

export type Ask = ReturnType<typeof askOf>;

/** Version 3 in the same app, which the dashboard calls with the same cookie. */
function v3Of(deps: DashboardDeps & Pick<V3Deps, "batches">, requestLog: RequestLog): V3Deps {
  const { store, seal, webhooks, batches, documents, verifications, photos, uploads, publicUrl, now } = deps;
  const [engine, comparison, manifest] = [scriptedEngine(), scriptedComparison, readManifest()];
  return {
    ...photos,
    engine,
    comparison,
    manifest,
    challenges: createChallenges({ store, seal, engine, comparison, manifest }),
    keys: { store, now, changed: () => deps.access.callers.forget() },
    keyLimits: deps.access.keyLimits,
    webhooks,
    batches,
    sessions: { ...verifications, limits: createLinkLimits(createCounters("test:link")), oidc: true },
    documents,
    budgets: { uploads, downloads: uploads },
    requestLog,
    retention: deps.retention,
    globalDomains: ["photos.example.com"],
    access: deps.access,
    log: pino({ level: "silent" }),
    people: deps,
    publicUrl,
  };
}

/** Sends requests as a browser on the dashboard's own page does. */
const askOf =
  (app: FastifyInstance) =>
  async (request: string, body?: unknown, cookie?: string, headers: object = {}): Promise<Answer> => {
    const [method, path] = request.split(" ");
    const response = await app.inject({
      method: method as NonNullable<InjectOptions["method"]>,
      url: path?.startsWith("/api/v3") ? path : `/api/dashboard${path}`,
      headers: { origin, ...(cookie && { cookie: `__Host-selfsame_session=${cookie}` }), ...headers },
      ...(body !== undefined && { payload: body as object }),
    });
    const text = response.body;
    return {
      status: response.statusCode,
      body:
        text !== "" && String(response.headers["content-type"]).startsWith("application/json")
          ? JSON.parse(text)
          : undefined,
      text,
      cookie: /__Host-selfsame_session=([^;]+)/.exec(String(response.headers["set-cookie"] ?? ""))?.[1],
      headers: response.headers,
    };
  };

/** People who sign in. @param setupSecret of the link that the first start prints */
function peopleOf(ask: Ask, setupSecret: string, store: Store) {
  /** Makes this user an operator while the work runs: without mail, only operators may invite new users. */
  const asOperator = async <T>(cookie: string, work: () => Promise<T>): Promise<T> => {
    const { id, operator } = (await ask("GET /state", undefined, cookie)).body.me.user;
    const set = (value: number) =>
      store.db.updateTable("users").set({ operator: value }).where("id", "=", id).execute();
    await set(1);
    const result = await work();
    await set(Number(operator));
    return result;
  };
  /** Claims the first account. @returns its session cookie */
  const claim = async () => {
    const { cookie } = await ask("POST /setup", { secret: setupSecret, email: ownerEmail, password: ownerPassword });
    return cookie ?? "";
  };
  /** Creates an account with this person as its owner, as an operator, and opens the link. @returns `id` of the account */
  const addMember = async (operator: string, email: string, plan = "free", more: object = {}) => {
    const { body } = await ask("POST /accounts", { email, plan, ...more }, operator);
    const { cookie } = await ask("POST /reset", {
      secret: body.link.split("/").at(-1),
      password: memberPassword,
    });
    const { user } = (await ask("GET /state", undefined, cookie)).body.me;
    return { cookie: cookie ?? "", id: body.account.id as string, userId: user.id as string };
  };
  /** Invites a new user into the team of the signed-in user, and accepts the invitation for them. */
  const join = (cookie: string, email: string, role: string) =>
    asOperator(cookie, async () => {
      const { body } = await ask("POST /invitations", { email, role }, cookie);
      const given = { secret: body.link.split("/").at(-1), password: memberPassword };
      const joined = await ask("POST /invitation/accept", given);
      return { cookie: joined.cookie ?? "", userId: joined.body.user.id as string };
    });
  return { claim, addMember, join, asOperator };
}

/** The dashboard's API on a fresh store, called as a browser on the dashboard's own page would. */
export async function startDashboard(
  t: TestContext,
  kind: StoreKind,
  {
    openId,
    resolveTxt,
    ...more
  }: Partial<DashboardDeps> & Partial<Pick<DashboardDeps["signOn"], "openId" | "resolveTxt">> = {},
) {
  const store = await freshStore(t, kind);
  let nowMs = Date.UTC(2026, 10, 21, 12);
  const now = () => nowMs;
  const first = await prepareFirstStart(store, undefined, now);
  const access = createAccess({ store, now });
  const app = fastify({ trustProxy: true });
  decorateRequests(app);
  const pauses: number[] = [];
  const jobs = idleJobs(store, now);
  const deps = {
    store,
    ...jobs,
    signOn: { ...jobs.signOn, ...(openId && { openId }), ...(resolveTxt && { resolveTxt }) },
    access,
    passwords: quickPasswords(),
    attempts: createAttempts(createCounters("test"), async (ms) => void pauses.push(ms)),
    counters: createCounters("test"),
    plans: defaultPlans,
    models: () => [],
    thresholds: unmeasured,
    publicUrl: () => origin,
    hasPublicUrl: true,
    now,
    ...more,
  };
  await app.register(dashboardApi(deps), { prefix: "/api/dashboard" });
  const requestLog = createRequestLog({ store, log: silent, node: "nd_test", registry: new Registry(), days: 7, now });
  await app.register(v3Routes(v3Of(deps, requestLog)), { prefix: "/api/v3" });
  t.after(async () => {
    await app.close();
    await requestLog.stop();
    await access.stop();
  });

  const ask = askOf(app);
  const setupSecret = first.setupPath?.split("/").at(-1) ?? "";
  return {
    ...jobs,
    ...peopleOf(ask, setupSecret, store),
    /** The delays that slowed down password guesses. */
    pauses,
    store,
    access,
    requestLog,
    first,
    app,
    ask,
    setupSecret,
    now,
    advance: (ms: number) => (nowMs += ms),
  };
}
