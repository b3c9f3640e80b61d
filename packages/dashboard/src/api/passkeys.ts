import type { Me } from "@selfsame/server/api/dashboard/answers/account";
import type { PasskeyOptions, RecoveryCodes } from "@selfsame/server/api/dashboard/answers/sign-in";
import { state } from "../state/session.ts";
import { ApiError } from "./api-error.ts";
import { request } from "./request.ts";

/** Why passkeys cannot be used on this page; undefined if they can. */
export function noPasskeys(): string | undefined {
  const origin = state.value?.passkeyOrigin ?? null;
  if (origin === null) {
    return "Passkeys need an address with a name and https. The operator of this service sets it as SELFSAME_PUBLIC_URL.";
  }
  if (origin !== location.origin) return `Passkeys work at ${origin}: open the dashboard there.`;
  if (!("PublicKeyCredential" in window) || !("parseRequestOptionsFromJSON" in PublicKeyCredential)) {
    return "This browser is too old for passkeys.";
  }
  return undefined;
}

/** @throws ApiError */
export async function makePasskey(name: string): Promise<RecoveryCodes> {
  const { options } = await request<PasskeyOptions>("POST", "/passkeys/options");
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const passkey = await shown(navigator.credentials.create({ publicKey }));
  return request<RecoveryCodes>("POST", "/passkeys", { name, passkey });
}

/** @throws ApiError */
export async function signInByPasskey(): Promise<Me> {
  return request<Me>("POST", "/sign-in/passkey", { passkey: await usePasskey({}) });
}

/** Confirms with a passkey instead of the password, for a person who is signed in. @throws ApiError */
export async function confirmByPasskey(): Promise<void> {
  await request("POST", "/confirm/passkey", { passkey: await usePasskey({}) });
}

/** The open autofill request: a browser allows one passkey request at a time. */
let listening: AbortController | undefined;

/**
 * Offers passkeys in the browser's autofill list of the e-mail field, until the signal aborts. @returns undefined if the browser has no such list, or
 * no passkey was chosen
 */
export async function signInByAutofill(signal: AbortSignal): Promise<Me | undefined> {
  listening?.abort();
  const mine = (listening = new AbortController());
  signal.addEventListener("abort", () => mine.abort());
  if (noPasskeys() !== undefined || !(await PublicKeyCredential.isConditionalMediationAvailable())) return undefined;
  try {
    const passkey = await usePasskey({ mediation: "conditional", signal: mine.signal });
    return await request<Me>("POST", "/sign-in/passkey", { passkey });
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

async function usePasskey(more: Pick<CredentialRequestOptions, "mediation" | "signal">): Promise<unknown> {
  // Aborted before the first await: a passkey chosen from the list meanwhile would answer the earlier request.
  if (!more.mediation) listening?.abort();
  const { options } = await request<PasskeyOptions>("POST", "/sign-in/passkey/options");
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  return shown(navigator.credentials.get({ ...more, publicKey }));
}

const problems: Readonly<Record<string, string>> = {
  InvalidStateError: "This device has a passkey for you already.",
  SecurityError: "Passkeys do not work at this address.",
};

/** The browser's credential as JSON. */
async function shown(asked: Promise<Credential | null>): Promise<unknown> {
  try {
    return ((await asked) as PublicKeyCredential).toJSON();
  } catch (error) {
    // Browsers report only that it was not allowed: the prompt was closed or timed out, or no passkey fits.
    const problem = problems[(error as Error).name] ?? "No passkey was used. Try again, or go another way.";
    throw new ApiError("no_passkey", problem, { status: 0, field: null });
  }
}
