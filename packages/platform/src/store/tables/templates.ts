import type { Fixed } from "../fixed-column.ts";

/** Keys that seal an account's templates, which the account itself stores: see features/templates/template-keys.ts. */
export interface TemplateKeysTable {
  readonly id: Fixed<string>;
  readonly account_id: Fixed<string>;
  /** 1: for test keys. */
  readonly test: Fixed<number>;
  /** 32 random bytes, sealed. Null: deleted, and with it every template that it sealed. */
  secret: string | null;
  readonly created_at_ms: Fixed<number>;
  deleted_at_ms: number | null;
}
