import { checkOptions, type Known } from "../known-options.ts";
import { type Photo, readPhoto } from "../photo.ts";
import type { WithMeta } from "../results.ts";
import type { CallOptions, Transport } from "../send.ts";
import { callV3 } from "./json-call.ts";

/** How the hosted page of your sessions presents you. */
export interface Branding {
  readonly name: string | null;
  /** `#` and six hex digits. */
  readonly accent: string | null;
  readonly logo_url: string | null;
  /** URL of your privacy policy, https. */
  readonly privacy_url: string | null;
  /** The data controller: who is legally responsible for the data. */
  readonly controller: string | null;
  /** Another way to reach you: an https URL, an e-mail address or a phone number. */
  readonly contact: string | null;
}

/** Fields left out stay unchanged; null clears a field. */
export interface BrandingChange {
  readonly name?: string | null | undefined;
  readonly accent?: string | null | undefined;
  readonly privacy_url?: string | null | undefined;
  readonly controller?: string | null | undefined;
  readonly contact?: string | null | undefined;
}

/** The account's branding. Live sessions require a name and a privacy policy. */
export interface BrandingOf {
  get(options?: CallOptions): Promise<WithMeta<Branding>>;
  update(change: BrandingChange, options?: CallOptions): Promise<WithMeta<Branding>>;
  /** @param logo PNG or SVG, at most 512 KB */
  setLogo(logo: Photo, options?: CallOptions): Promise<WithMeta<Branding>>;
  deleteLogo(options?: CallOptions): Promise<WithMeta<Branding>>;
}

const changeOptions: Known<BrandingChange> = {
  name: true,
  accent: true,
  privacy_url: true,
  controller: true,
  contact: true,
};

const logoPath = "/branding/logo";

export function createBranding(transport: Transport): BrandingOf {
  return {
    get: async (options) => callV3<Branding>(transport, { method: "GET", path: "/branding" }, options),
    update: async (change, options) => {
      checkOptions(change, changeOptions);
      return callV3<Branding>(transport, { method: "POST", path: "/branding", json: change }, options);
    },
    setLogo: async (logo, options) => {
      const file = await readPhoto(logo, "logo");
      return callV3<Branding>(transport, { method: "PUT", path: logoPath, file }, options);
    },
    deleteLogo: async (options) => callV3<Branding>(transport, { method: "DELETE", path: logoPath }, options),
  };
}
