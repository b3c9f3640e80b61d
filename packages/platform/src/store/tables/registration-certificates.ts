import type { Fixed } from "../fixed-column.ts";

/** By which an account is registered as a relying party of wallets: see features/sessions/wallet/account-registrations.ts. */
export interface RegistrationCertificatesTable {
  readonly account_id: Fixed<string>;
  /** SHA-256 of the certificate: hex. */
  readonly id: Fixed<string>;
  /** The compact JWT. */
  readonly certificate: Fixed<string>;
  readonly created_at_ms: Fixed<number>;
}
