import type { ApiKeysTable } from "@selfsame/platform/store/schema";

/** A boolean setting of a key. */
interface KeySwitch {
  /** Name in version 3, and of its column. */
  readonly wire: keyof ApiKeysTable;
  /** Default of a new key. */
  readonly usual: boolean;
  /** The more restrictive value. No key can make or change one that is less restricted than itself. */
  readonly strict: boolean;
  /** For the API's reference. */
  readonly description: string;
  /** For the command line: option, name in the output, and the value that the help explains. */
  readonly option: string;
  readonly label: string;
  readonly help: readonly ["yes" | "no", string];
}

/** Every such setting, in the order of version 3. Everything that reads, stores, compares or documents them uses this table. */
export const keySwitches = {
  requireChallenge: {
    wire: "require_challenge",
    usual: false,
    strict: true,
    description: "Whether a verify without a live challenge is rejected, unless the request says otherwise.",
    option: "require-challenge",
    label: "require challenge",
    help: ["yes", "version 3 rejects a verify without a live challenge, unless the request overrides it."],
  },
  requirePassiveLiveness: {
    wire: "require_passive_liveness",
    usual: false,
    strict: true,
    description:
      "Whether a selfie that does not pass the passive liveness check is rejected. A request cannot override it.",
    option: "passive-liveness",
    label: "passive liveness",
    help: [
      "yes",
      "version 3 rejects a selfie that does not pass the passive liveness check; a request cannot override it.",
    ],
  },
  requireSignedDocument: {
    wire: "require_signed_document",
    usual: false,
    strict: true,
    description:
      "Whether a reference that no trusted issuer signed is rejected, unless the request or the session says otherwise.",
    option: "require-signed-document",
    label: "require signed document",
    help: ["yes", "version 3 rejects a reference that no trusted issuer signed, unless the request overrides it."],
  },
  allowWeakSignature: {
    wire: "allow_weak_signature",
    usual: false,
    strict: false,
    description:
      "Whether the chip of a document may be signed with SHA-1 or SHA-224, which can be forged at great expense. Default: that of the key that creates it, otherwise false.",
    option: "weak-signatures",
    label: "weak signatures of documents",
    help: [
      "yes",
      "chips of old passports that are signed with SHA-1 or SHA-224 count as signed; these signatures can be forged at great expense.",
    ],
  },
  withReceipt: {
    wire: "receipt",
    usual: false,
    strict: true,
    description:
      "Whether each verdict comes with a signed receipt, of `/verify`, sessions and batches, unless the request says otherwise.",
    option: "receipts",
    label: "receipts",
    help: ["yes", "each verdict of version 3 comes with a signed receipt, unless the request overrides it."],
  },
  allowSeveralFaces: {
    wire: "allow_several_faces",
    usual: true,
    strict: false,
    description: "Whether a photo may show several faces, unless the request says otherwise.",
    option: "several-faces",
    label: "several faces",
    help: ["no", "version 3 rejects a photo with several faces."],
  },
} as const satisfies Readonly<Record<string, KeySwitch>>;

export type SwitchName = keyof typeof keySwitches;
/** Names in version 3 and in the store. */
export type SwitchWire = (typeof keySwitches)[SwitchName]["wire"];
export type Switches = { readonly [Name in SwitchName]: boolean };
/** Undefined settings keep their value, or get the default. */
export type GivenSwitches = { readonly [Name in SwitchName]?: boolean | undefined };

export const switchNames = Object.keys(keySwitches) as readonly SwitchName[];
export const switchWires = switchNames.map((name) => keySwitches[name].wire);

/** @returns the result of `make` for each, by its name in the code */
export const bySwitchName = <Made>(make: (name: SwitchName) => Made): Readonly<Record<SwitchName, Made>> =>
  Object.fromEntries(switchNames.map((name) => [name, make(name)])) as Record<SwitchName, Made>;

/** @returns the result of `make` for each, by its name in version 3 */
export const bySwitchWire = <Made>(make: (name: SwitchName) => Made): Readonly<Record<SwitchWire, Made>> =>
  Object.fromEntries(switchNames.map((name) => [keySwitches[name].wire, make(name)])) as Record<SwitchWire, Made>;

export const usualSwitches: Switches = bySwitchName((name) => keySwitches[name].usual);

/** The settings of an object that has other fields as well. */
export const switchesIn = (of: Switches): Switches => bySwitchName((name) => of[name]);

export const switchesOfRow = (row: Readonly<Record<SwitchWire, number>>): Switches =>
  bySwitchName((name) => row[keySwitches[name].wire] === 1);

/** Columns of the given settings. */
export function rowOfSwitches(given: GivenSwitches): Partial<Record<SwitchWire, number>> {
  const set = switchNames.filter((name) => given[name] !== undefined);
  return Object.fromEntries(set.map((name) => [keySwitches[name].wire, Number(given[name])]));
}
