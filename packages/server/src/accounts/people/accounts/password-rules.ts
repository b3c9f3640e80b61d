import { passwordLengthMax, passwordLengthMin } from "./passwords.ts";

export type PasswordProblem =
  /** Too short or too long. */
  | "weak_password"
  /** Breached, or so common or simple that it is among the first that are tried. */
  | "common_password";

/** Its beginning says enough, and what it costs to judge grows with its length: this many take a tenth of a second at most. */
const judgedCharacters = 40;
/** Of zxcvbn, of 0 to 4: fewer than a hundred million guesses. */
const leastScore = 3;

/**
 * Whether a password may be set: long enough, not one of the 49,000 most used of those that were breached, nor one made of such, of
 * rows of keys, repetitions or the person's own e-mail address (NIST SP 800-63B section 3.1.1.2). No rules on signs and numbers.
 */
export async function problemOf(password: string, email: string | null): Promise<PasswordProblem | undefined> {
  // In characters and not UTF-16 units.
  const characters = Array.from(password.normalize("NFKC"));
  if (characters.length < passwordLengthMin || characters.length > passwordLengthMax) return "weak_password";
  const estimate = await loadEstimate();
  const own = [email ?? "", ...(email ?? "").split(/[@.+_-]/), "selfsame"].filter((word) => word.length > 2);
  const { score } = estimate(characters.slice(0, judgedCharacters).join(""), own);
  return score < leastScore ? "common_password" : undefined;
}

type Estimate = (password: string, own: string[]) => { readonly score: number };
let loaded: Promise<Estimate> | undefined;

/** Its lists take 30 MB and a fifth of a second: only where a password is set. */
function loadEstimate(): Promise<Estimate> {
  loaded ??= Promise.all([import("@zxcvbn-ts/core"), import("@zxcvbn-ts/language-common")]).then(
    ([{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }]) => {
      const factory = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, l33tMaxSubstitutions: 10 });
      return (password, own) => factory.check(password, own);
    },
  );
  return loaded;
}
