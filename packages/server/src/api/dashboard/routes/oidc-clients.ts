import type { FastifyInstance } from "fastify";
import {
  changeClient,
  clientChangesSchema,
  clientData,
  createClient,
  deleteClient,
  listClients,
  newClientSchema,
  rotateClientSecret,
} from "../../../features/oidc/clients.ts";
import { issuerOf } from "../../../features/oidc/provider.ts";
import type { DashboardDeps } from "../deps.ts";
import { DashboardError } from "../errors.ts";
import { id, nothing, parse } from "../parse.ts";
import type { Guards } from "../signed-in.ts";

/** The team's OpenID Connect clients. */
export function oidcClientRoutes(
  app: FastifyInstance,
  { store, oidc, publicUrl, now }: Pick<DashboardDeps, "store" | "oidc" | "publicUrl" | "now">,
  { forSignedIn, confirmed }: Guards,
): void {
  const isOn = () => {
    if (!oidc) throw new DashboardError("not_found");
  };

  app.get(
    "/oidc-clients",
    forSignedIn(async (me) => ({
      issuer: oidc ? issuerOf(publicUrl()) : null,
      clients: (await listClients(store.db, me.account.id)).map(clientData),
    })),
  );

  app.post(
    "/oidc-clients",
    forSignedIn(
      confirmed(async (me, request, reply) => {
        isOn();
        const made = await createClient(store, me.by, me.account.id, parse(newClientSchema, request.body), now());
        if (!made) throw new DashboardError("too_many");
        return reply.code(201).send({ client: clientData(made.client), secret: made.secret ?? null });
      }),
    ),
  );

  app.patch(
    "/oidc-clients/:id",
    forSignedIn(
      confirmed(async (me, request) => {
        const where = { accountId: me.account.id, id: parse(id, request.params).id };
        const changed = await changeClient(store, me.by, where, parse(clientChangesSchema, request.body), now());
        if (!changed) throw new DashboardError("not_found");
        if (changed === "no_keys") throw new DashboardError("invalid_request", { field: "jwks" });
        return { client: clientData(changed) };
      }),
    ),
  );

  app.post(
    "/oidc-clients/:id/rotate",
    forSignedIn(
      confirmed(async (me, request) => {
        parse(nothing, request.body);
        const where = { accountId: me.account.id, id: parse(id, request.params).id };
        const rotated = await rotateClientSecret(store, me.by, where, now());
        if (!rotated) throw new DashboardError("not_found");
        return { client: clientData(rotated.client), secret: rotated.secret ?? null };
      }),
    ),
  );

  app.delete(
    "/oidc-clients/:id",
    forSignedIn(async (me, request, reply) => {
      parse(nothing, request.body);
      const where = { accountId: me.account.id, id: parse(id, request.params).id };
      if (!(await deleteClient(store, me.by, where, now()))) throw new DashboardError("not_found");
      return reply.code(204).send();
    }),
  );
}
