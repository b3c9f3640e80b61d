import type { JWK } from "jose";
import type { z } from "zod";
import {
  changeClient,
  clientsMax,
  createClient,
  deleteClient,
  findClient,
  listClients,
  type MadeClient,
  type OidcClientRow,
  rotateClientSecret,
} from "../../../features/oidc/clients.ts";
import { issuerOf } from "../../../features/oidc/provider.ts";
import { isoOf } from "@selfsame/platform/iso-time";
import type { Answer, Context, EndpointDeps, JsonEndpoint, PlainEndpoint, Rejection } from "../endpoint.ts";
import { once } from "../once.ts";
import { deletedSchema, emptyBodySchema } from "../schemas/common.ts";
import {
  type MadeOidcClient,
  newOidcClientSchema,
  type OidcClient,
  oidcClientChangesSchema,
  oidcClientSchema,
  oidcClientSecretSchema,
  oidcClientsSchema,
} from "../schemas/oidc-clients.ts";

const tag = "OpenID Connect clients";
const path = "/oidc_clients";
/** Ten redirect URIs of 2,048 characters, and 16 KB of keys. */
const jsonBytesMax = 40 * 1024;
const noClient: Rejection = { code: "oidc_client_not_found" };

const example = {
  id: "oc_7dK2mQ9xLr4TbN1s",
  name: "Keycloak, customers",
  test: false,
  authentication: "secret" as const,
  redirect_uris: ["https://login.shop.example/realms/shop/broker/selfsame/endpoint"],
  par_required: false,
  key_ids: [],
  old_secret_until: null,
  created_at: "2026-11-22T09:30:00.000Z",
};
const madeExample = { ...example, secret: "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw4TbN1sQ9xLo" };

const dataOf = (row: OidcClientRow): OidcClient => ({
  id: row.id,
  name: row.name,
  test: row.test === 1,
  authentication: row.jwks === null ? "secret" : "private_key_jwt",
  redirect_uris: JSON.parse(row.redirect_uris) as string[],
  par_required: row.par_required === 1,
  key_ids: row.jwks === null ? [] : (JSON.parse(row.jwks) as { keys: JWK[] }).keys.map(({ kid }) => kid ?? null),
  old_secret_until: isoOf(row.old_secret_until_ms),
  created_at: isoOf(row.created_at_ms),
});

const madeData = ({ client, secret }: MadeClient): MadeOidcClient => ({ ...dataOf(client), secret: secret ?? null });

/** Runs for a client that the caller sees. */
const onClient =
  (run: (deps: EndpointDeps, json: unknown, context: Context, where: OidcClientRow) => Promise<Answer>) =>
  async (deps: EndpointDeps, json: unknown, context: Context): Promise<Answer> => {
    const { caller, sees, params } = context;
    const client = await findClient(deps.sessions.store.db, params["id"] ?? "", caller.accountId);
    return client && sees(client.test === 1) ? run(deps, json, context, client) : noClient;
  };

export const createOidcClient: JsonEndpoint = {
  method: "POST",
  path,
  name: "v3.create_oidc_client",
  key: "private",
  tag,
  status: 201,
  makes: true,
  summary: "Create an OpenID Connect client",
  description: `Creates a client of your account at this service's OpenID Connect provider. The response has its \`secret\`, once: a repeated request with
the same Idempotency-Key returns \`secret_already_shown\`. With \`jwks\` the client signs with its own key and has no secret. An account may have ${clientsMax}. What a test key creates takes sessions of test keys only.`,
  json: newOidcClientSchema,
  jsonBytesMax,
  data: oidcClientSecretSchema,
  codes: [
    "invalid_parameter",
    "unsupported_content_type",
    "oidc_not_configured",
    "too_many_oidc_clients",
    "secret_already_shown",
  ],
  example: { summary: "A client", data: madeExample },
  run: async ({ sessions: { store, oidc, now } }, json, context) => {
    if (!oidc) return { code: "oidc_not_configured" };
    const { accountId, test } = context.caller;
    const wanted = { ...(json as z.infer<typeof newOidcClientSchema>), test };
    return once(store, context, {
      asked: ["v3.create_oidc_client", JSON.stringify(wanted)],
      make: async (storeAnswer) => {
        const made = await createClient(store, context.by, accountId, wanted, now(), (db, { id }) =>
          storeAnswer(db, { id }),
        );
        return made ? { outcome: "created", status: 201, data: madeData(made) } : { code: "too_many_oidc_clients" };
      },
      again: () => ({
        code: "secret_already_shown",
        message: "An earlier request with the same Idempotency-Key created this client and returned its secret.",
        hint: "The secret is shown once and not stored. If that response was lost, rotate the client's secret.",
      }),
    });
  },
};

export const listOidcClients: PlainEndpoint = {
  method: "GET",
  path,
  name: "v3.list_oidc_clients",
  key: "private",
  tag,
  summary: "List OpenID Connect clients",
  description:
    "The clients of your account, and the issuer that they are clients of. A test key lists those of test keys.",
  data: oidcClientsSchema,
  codes: [],
  example: {
    summary: "One client",
    data: { issuer: "https://faces.example.com/oidc", oidc_clients: [example] },
  },
  run: async (deps, _query, { caller, sees }) => {
    const { store, oidc } = deps.sessions;
    const clients = (await listClients(store.db, caller.accountId)).filter(({ test }) => sees(test === 1));
    const issuer = oidc ? issuerOf(deps.publicUrl()) : null;
    return { outcome: "listed", data: { issuer, oidc_clients: clients.map(dataOf) } };
  },
};

export const changeOidcClient: JsonEndpoint = {
  method: "PATCH",
  path: `${path}/:id`,
  name: "v3.change_oidc_client",
  key: "private",
  tag,
  summary: "Change an OpenID Connect client",
  description: "Changes the fields that are sent. `jwks` replaces the keys of a client that has some, not a secret.",
  json: oidcClientChangesSchema,
  jsonBytesMax,
  data: oidcClientSchema,
  codes: ["invalid_parameter", "unsupported_content_type", "oidc_client_not_found"],
  example: { summary: "Changed", data: example },
  run: onClient(async ({ sessions: { store, now } }, json, { by, caller: { accountId } }, { id }) => {
    const changes = json as z.infer<typeof oidcClientChangesSchema>;
    const changed = await changeClient(store, by, { accountId, id }, changes, now());
    if (!changed) return noClient;
    if (changed !== "no_keys") return { outcome: "changed", data: dataOf(changed) };
    return {
      code: "invalid_parameter",
      param: "jwks",
      message: "The client has a secret, which `jwks` cannot replace.",
      hint: "Create another client with `jwks`.",
    };
  }),
};

export const rotateOidcClient: JsonEndpoint = {
  method: "POST",
  path: `${path}/:id/rotate`,
  name: "v3.rotate_oidc_client",
  key: "private",
  tag,
  summary: "Rotate the secret of an OpenID Connect client",
  description:
    "The response has the new `secret`, once. The previous one works for another 24 hours. A client that signs with a key has no secret: `oidc_client_not_found`.",
  json: emptyBodySchema,
  data: oidcClientSecretSchema,
  codes: ["invalid_parameter", "unsupported_content_type", "oidc_client_not_found"],
  example: { summary: "The new secret", data: { ...madeExample, old_secret_until: "2026-11-23T09:30:00.000Z" } },
  run: onClient(async ({ sessions: { store, now } }, _json, { by, caller: { accountId } }, { id }) => {
    const rotated = await rotateClientSecret(store, by, { accountId, id }, now());
    return rotated ? { outcome: "rotated", data: madeData(rotated) } : noClient;
  }),
};

export const deleteOidcClient: PlainEndpoint = {
  method: "DELETE",
  path: `${path}/:id`,
  name: "v3.delete_oidc_client",
  key: "private",
  tag,
  summary: "Delete an OpenID Connect client",
  description:
    "People who are on their way cannot finish. A client that you create again knows everybody by another `sub`.",
  data: deletedSchema,
  codes: ["oidc_client_not_found"],
  example: { summary: "Deleted", data: { id: example.id, deleted: true } },
  run: onClient(async ({ sessions: { store, now } }, _query, { by, caller: { accountId } }, { id }) =>
    (await deleteClient(store, by, { accountId, id }, now()))
      ? { outcome: "deleted", data: { id, deleted: true } }
      : noClient,
  ),
};
