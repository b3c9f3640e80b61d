import { passwordLengthMax, passwordLengthMin } from "./passwords.ts";

export type PasswordProblem =
  /** Too short or too long. */
  | "weak_password"
  /** Breached, or so common or simple that attackers try it among the first. */
  | "common_password";

/** Number of leading characters that zxcvbn judges. Its cost grows with the length: this many take at most a tenth of a second. */
const judgedCharacters = 40;
/** Lowest zxcvbn score (0 to 4) that is accepted: lower ones need fewer than a hundred million guesses. */
const leastScore = 3;

/**
 * Why a password may not be set; undefined if it may. It must be long enough, not be one of the 49,000 most used breached passwords, and not be made
 * of these, keyboard rows, repetitions or the user's e-mail address (NIST SP 800-63B section 3.1.1.2). No character classes are required.
 */
export async function problemOf(password: string, email: string | null): Promise<PasswordProblem | undefined> {
  // Length in characters, not UTF-16 units.
  const characters = Array.from(password.normalize("NFKC"));
  if (characters.length < passwordLengthMin || characters.length > passwordLengthMax) return "weak_password";
  const estimate = await loadEstimate();
  const own = [email ?? "", ...(email ?? "").split(/[@.+_-]/), "selfsame"].filter((word) => word.length > 2);
  const { score } = estimate(characters.slice(0, judgedCharacters).join(""), own);
  return score < leastScore ? "common_password" : undefined;
}

type Estimate = (password: string, own: string[]) => { readonly score: number };
let loaded: Promise<Estimate> | undefined;

/** Loads zxcvbn's lists where a password is set and not at start: they take 30 MB and a fifth of a second. */
function loadEstimate(): Promise<Estimate> {
  loaded ??= Promise.all([import("@zxcvbn-ts/core"), import("@zxcvbn-ts/language-common")]).then(
    ([{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }]) => {
      const factory = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, l33tMaxSubstitutions: 10 });
      return (password, own) => factory.check(password, own);
    },
  );
  return loaded;
}
