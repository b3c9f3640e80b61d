import type { OutOfBounds } from "../../../../accounts/keys/keys.ts";
import type { Rejection } from "../../endpoint.ts";
import { keyData, paramOf } from "./key-data.ts";

/** Reports which bound of the calling key the other key would exceed, and the calling key's value. */
export function beyondKey({ bound, own }: Extract<OutOfBounds, { readonly outcome: "beyond" }>): Rejection {
  const param = paramOf[bound];
  const value = JSON.stringify(keyData(own)[param]);
  return {
    code: "beyond_own_key",
    param,
    message: `The other key would exceed \`${param}\` of the key in use, which has ${value}.`,
  };
}
