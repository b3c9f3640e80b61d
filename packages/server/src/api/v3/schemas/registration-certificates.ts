import { z } from "zod";
import { registrationBytesMax, registrationsMax } from "../../../features/sessions/wallet/registration.ts";
import { time } from "./common.ts";

export const registrationCertificateSchema = z
  .object({
    id: z.string().meta({ description: "SHA-256 of the certificate, as hex." }),
    name: z.string().nullable().meta({ description: "The relying party, as the certificate names it." }),
    expires_at: time.nullable().meta({
      description: "When the certificate expires: wallets are not sent it from then on. Null: it does not say.",
    }),
    created_at: time,
  })
  .meta({ id: "RegistrationCertificate" });

export const newRegistrationCertificateSchema = z.strictObject({
  certificate: z
    .string()
    .min(1)
    .max(registrationBytesMax)
    .meta({ description: "The compact JWT that your registrar issued: 16 KB at most." }),
});

export const registrationCertificatesSchema = z.object({
  registration_certificates: z
    .array(registrationCertificateSchema)
    .meta({ description: `The newest first, ${registrationsMax} at most.` }),
});

export type RegistrationCertificates = z.output<typeof registrationCertificatesSchema>;
export type RegistrationCertificate = RegistrationCertificates["registration_certificates"][number];
