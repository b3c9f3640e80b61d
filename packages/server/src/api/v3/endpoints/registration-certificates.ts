import type { z } from "zod";
import {
  type AccountRegistration,
  addRegistration,
  listRegistrations,
  removeRegistration,
} from "../../../features/sessions/wallet/account-registrations.ts";
import { registrationsMax } from "../../../features/sessions/wallet/registration.ts";
import { isoOf } from "@selfsame/platform/iso-time";
import type { JsonEndpoint, PlainEndpoint } from "../endpoint.ts";
import { deletedSchema } from "../schemas/common.ts";
import {
  newRegistrationCertificateSchema,
  registrationCertificateSchema,
  registrationCertificatesSchema,
} from "../schemas/registration-certificates.ts";

const tag = "Documents";
const path = "/registration_certificates";

const example = {
  id: "8c1e5f0a7d2b4936e0f1a8c7b5d4e3f2019a8b7c6d5e4f30212233445566778a",
  name: "Example Bank",
  expires_at: "2027-11-22T09:30:00.000Z",
  created_at: "2026-11-22T09:30:00.000Z",
};

const dataOf = ({ id, name, expiresAtMs, createdAtMs }: AccountRegistration) => ({
  id,
  name,
  expires_at: isoOf(expiresAtMs),
  created_at: isoOf(createdAtMs),
});

export const addRegistrationCertificate: JsonEndpoint = {
  method: "POST",
  path,
  name: "v3.add_registration_certificate",
  key: "private",
  testKeys: false,
  tag,
  status: 201,
  summary: "Add a registration certificate",
  description: `Adds a registration certificate of yours (ETSI TS 119 475). Requests to wallets in your account's sessions carry it (\`verifier_info\` of OpenID4VP 1.0), in place of the operator's. No other account's requests do.

An account may have ${registrationsMax}. The request can be repeated: a certificate that you have is not added again. The registrar's signature is for wallets to verify, and is not checked here.`,
  json: newRegistrationCertificateSchema,
  jsonBytesMax: 20 * 1024,
  data: registrationCertificateSchema,
  codes: [
    "invalid_parameter",
    "unsupported_content_type",
    "registration_certificate_unreadable",
    "registration_certificate_expired",
    "too_many_registration_certificates",
  ],
  example: { summary: "Added", data: example },
  run: async ({ sessions: { store, now } }, json, { caller, by }) => {
    const { certificate } = json as z.infer<typeof newRegistrationCertificateSchema>;
    const added = await addRegistration(store, by, caller.accountId, certificate, now());
    switch (added.outcome) {
      case "added":
        return { outcome: "added", status: 201, data: dataOf(added.registration) };
      case "unreadable":
        return { code: "registration_certificate_unreadable", param: "certificate" };
      case "expired":
        return { code: "registration_certificate_expired", param: "certificate" };
      case "too_many":
        return { code: "too_many_registration_certificates" };
    }
  },
};

export const listRegistrationCertificates: PlainEndpoint = {
  method: "GET",
  path,
  name: "v3.list_registration_certificates",
  key: "private",
  testKeys: false,
  tag,
  summary: "List registration certificates",
  description: "Those that your account added, expired ones included. The operator's are not listed.",
  data: registrationCertificatesSchema,
  codes: [],
  example: { summary: "One certificate", data: { registration_certificates: [example] } },
  run: async ({ sessions: { store } }, _query, { caller }) => ({
    outcome: "listed",
    data: { registration_certificates: (await listRegistrations(store, caller.accountId)).map(dataOf) },
  }),
};

export const removeRegistrationCertificate: PlainEndpoint = {
  method: "DELETE",
  path: `${path}/:id`,
  name: "v3.remove_registration_certificate",
  key: "private",
  testKeys: false,
  tag,
  summary: "Remove a registration certificate",
  description:
    "From the next request to a wallet on, it is not sent. Without any of yours, the operator's are sent again.",
  data: deletedSchema,
  codes: ["registration_certificate_not_found"],
  example: { summary: "Removed", data: { id: example.id, deleted: true } },
  run: async ({ sessions: { store, now } }, _query, { caller, by, params: { id = "" } }) =>
    (await removeRegistration(store, by, caller.accountId, id, now()))
      ? { outcome: "removed", data: { id, deleted: true } }
      : { code: "registration_certificate_not_found" },
};
