import type { SwitchWire as DemandName } from "@selfsame/server/accounts/access/key-switches";
import type { Key } from "@selfsame/server/api/v3/schemas/keys";

export type Demands = Pick<Key, DemandName>;

interface Demand {
  readonly group: "Version 3 requires" | "Version 3 accepts" | "Version 3 returns";
  readonly label: string;
  /** The setting of a new key. */
  readonly usual: boolean;
  /** Whether its checkbox is checked when the setting is off. */
  readonly inverted?: boolean;
  /** Hint below the checkbox, for it and the ones above without a hint. */
  readonly hint?: string;
  /** Text in the list of keys, if the checkbox is checked. */
  readonly inList?: string;
}

/** In the order of the forms. */
export const demands: Readonly<Record<DemandName, Demand>> = {
  require_challenge: {
    group: "Version 3 requires",
    label: "A live challenge with each verify",
    usual: false,
    inList: "a live challenge",
  },
  allow_several_faces: {
    group: "Version 3 requires",
    label: "One face in each photo",
    usual: true,
    inverted: true,
    inList: "one face a photo",
  },
  require_signed_document: {
    group: "Version 3 requires",
    label: "A signed document as the reference",
    usual: false,
    hint: "Unless the request says otherwise.",
    inList: "a signed document",
  },
  require_passive_liveness: {
    group: "Version 3 requires",
    label: "The passive liveness check of each selfie",
    usual: false,
    hint: "Whatever the request says. It filters photos of screens and prints.",
    inList: "the passive liveness check",
  },
  allow_weak_signature: {
    group: "Version 3 accepts",
    label: "Documents signed with SHA-1 or SHA-224",
    usual: false,
    hint: "Old passports have such signatures. They can be forged at great expense: allow them only where you must.",
  },
  receipt: {
    group: "Version 3 returns",
    label: "A signed receipt with each verdict",
    usual: false,
    hint: "Of verifies, sessions and batches, unless the request says otherwise.",
  },
};

export const demandNames = Object.keys(demands) as readonly DemandName[];

const byName = (valueOf: (name: DemandName) => boolean): Demands =>
  Object.fromEntries(demandNames.map((name) => [name, valueOf(name)])) as Demands;

export const usualDemands: Demands = byName((name) => demands[name].usual);

export const demandsOf = (key: Demands): Demands => byName((name) => key[name]);

export const isChecked = (key: Demands, name: DemandName): boolean => key[name] !== (demands[name].inverted ?? false);

/** What a key requires, in words. */
export const requiredOf = (key: Demands): readonly string[] =>
  demandNames.flatMap((name) => (isChecked(key, name) ? (demands[name].inList ?? []) : []));
