import { createHash } from "node:crypto";
import { decodeJwt } from "jose";
import type { Seal } from "@selfsame/platform/secrets/seal";
import type { Store } from "@selfsame/platform/store/store";
import { findClient, type OidcClientRow } from "./clients.ts";
import type { Library } from "./library.ts";
import { signingAlgorithm } from "./signing-keys.ts";

/** What an account may have open: requests that were pushed, and people on their way. */
export const openMax = 2000;
/** A request with every parameter that is supported has some 2 KB. */
const payloadBytesMax = 16 * 1024;

/** What of a payload is used here. */
interface Payload {
  readonly clientId?: string;
  readonly grantId?: string;
  readonly iss?: string;
  readonly params?: { readonly client_id?: string };
  /** A request that was pushed: a JWT without a signature, whose issuer is the client that authenticated. */
  readonly request?: string;
}

const clientOf = ({ clientId, params, iss, request }: Payload): string =>
  clientId ?? params?.client_id ?? iss ?? (request === undefined ? "" : (decodeJwt(request).iss ?? ""));

interface StatesDeps {
  readonly store: Store;
  readonly seal: Seal;
  readonly now: () => number;
  readonly errors: Library["errors"];
}

const hashOf = (kind: string, id: string): string => createHash("sha256").update(`${kind} ${id}`).digest("hex");

/**
 * Where oidc-provider keeps its codes, tokens, requests and grants (its "adapter"). All of it is sealed and found by hashes, so that a copy of the
 * database has no code that works. What must happen once does so in one statement: several nodes may be asked at once.
 */
export function createStates({ store, seal, now, errors }: StatesDeps) {
  const { db } = store;

  const tooMany = async (client: OidcClientRow): Promise<boolean> => {
    const { open } = await db
      .selectFrom("oidc_states as state")
      .innerJoin("oidc_clients as client", "client.id", "state.client_id")
      .select((e) => e.fn.countAll<number>().as("open"))
      .where("client.account_id", "=", client.account_id)
      .where("state.kind", "in", ["Interaction", "PushedAuthorizationRequest"])
      .where("state.expires_at_ms", ">", now())
      .executeTakeFirstOrThrow();
    return open >= openMax;
  };

  const revoke = async (grantHash: string): Promise<void> => {
    await db.deleteFrom("oidc_states").where("grant_id", "=", grantHash).execute();
  };

  return (kind: string) => {
    const isOpenRequest = kind === "Interaction" || kind === "PushedAuthorizationRequest";
    if (kind === "Client") return { find: async (id: string) => metadataOf(await store.run(() => findClient(db, id))) };
    // Nobody stays signed in here: each request is for a face of its own.
    if (kind === "Session") return { find: nothing, findByUid: nothing, upsert: nothing, destroy: nothing };

    const put = async (name: string, content: Payload, lifeSeconds: number): Promise<void> => {
      const [id, client] = [hashOf(kind, name), await findClient(db, clientOf(content))];
      if (!client) throw new errors.InvalidClientAuth("the client is gone");
      const text = JSON.stringify(content);
      if (Buffer.byteLength(text) > payloadBytesMax) throw new errors.InvalidRequest("the request is too large");
      const payload = seal.close(`oidc ${kind} ${id}`, Buffer.from(text));
      const values = { payload, expires_at_ms: now() + lifeSeconds * 1000 };
      const { numUpdatedRows } =
        kind === "ReplayDetection"
          ? { numUpdatedRows: 0n }
          : await db.updateTable("oidc_states").set(values).where("id", "=", id).executeTakeFirst();
      if (numUpdatedRows > 0n) return;
      if (isOpenRequest && (await tooMany(client))) {
        throw new errors.TemporarilyUnavailable("too many open requests of this account");
      }
      const grant_id = content.grantId === undefined ? null : hashOf("Grant", content.grantId);
      const inserted = await db
        .insertInto("oidc_states")
        .values({ id, client_id: client.id, kind, grant_id, ...values })
        .onConflict((conflict) => conflict.column("id").doNothing())
        .executeTakeFirst();
      // The same assertion at two nodes at once: one of them is a replay.
      if (inserted.numInsertedOrUpdatedRows === 0n) throw new errors.InvalidClientAuth("it was used before");
    };

    const find = async (name: string) => {
      const id = hashOf(kind, name);
      const row = await store.run(() =>
        db.selectFrom("oidc_states").selectAll().where("id", "=", id).executeTakeFirst(),
      );
      const opened = row && row.expires_at_ms > now() && seal.open(`oidc ${kind} ${id}`, row.payload);
      if (!row || !opened) return undefined;
      const consumed = row.consumed_at_ms === null ? {} : { consumed: Math.floor(row.consumed_at_ms / 1000) };
      return { ...(JSON.parse(opened.toString()) as Payload), ...consumed };
    };

    return {
      find,
      upsert: (name: string, payload: Payload, lifeSeconds: number) => store.run(() => put(name, payload, lifeSeconds)),
      consume: async (name: string): Promise<void> => {
        const id = hashOf(kind, name);
        const { numUpdatedRows } = await store.run(() =>
          db
            .updateTable("oidc_states")
            .set({ consumed_at_ms: now() })
            .where("id", "=", id)
            .where("consumed_at_ms", "is", null)
            .executeTakeFirst(),
        );
        if (numUpdatedRows > 0n || kind !== "AuthorizationCode") return;
        // Two requests with one code, at once: neither keeps what came of it (RFC 6749, 4.1.2).
        const row = await db.selectFrom("oidc_states").select("grant_id").where("id", "=", id).executeTakeFirst();
        if (row?.grant_id) await revoke(row.grant_id);
        throw new errors.InvalidGrant("the authorization code was used before");
      },
      destroy: async (name: string): Promise<void> => {
        await store.run(() => db.deleteFrom("oidc_states").where("id", "=", hashOf(kind, name)).execute());
      },
      revokeByGrantId: (grantId: string) => store.run(() => revoke(hashOf("Grant", grantId))),
    };
  };
}

const nothing = async (): Promise<undefined> => undefined;

/** As the library takes clients (OpenID Connect Dynamic Client Registration 1.0, 2). */
function metadataOf(row: OidcClientRow | undefined) {
  if (!row) return undefined;
  return {
    client_id: row.id,
    client_name: row.name,
    redirect_uris: JSON.parse(row.redirect_uris) as string[],
    response_types: ["code"],
    grant_types: ["authorization_code"],
    subject_type: "pairwise",
    id_token_signed_response_alg: signingAlgorithm,
    require_auth_time: true,
    require_pushed_authorization_requests: row.par_required === 1,
    ...(row.jwks === null
      ? // It is never compared as it is: see `isSecretOf`.
        { token_endpoint_auth_method: "client_secret_basic", client_secret: row.secret_hash ?? "" }
      : { token_endpoint_auth_method: "private_key_jwt", jwks: JSON.parse(row.jwks) as object }),
  };
}
