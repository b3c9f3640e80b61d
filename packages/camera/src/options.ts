import type { FacingMode } from "./capture/open-camera.ts";
import type { ChallengeService } from "./challenge/service.ts";
import type { ChallengeTexts } from "@selfsame/texts/challenge";
import type { Hint } from "./guide/guidance.ts";
import type { CameraTexts } from "@selfsame/texts/camera";
import type { Intro } from "./view/intro.ts";

export interface CaptureOptions {
  /** Of the account that runs the challenge; it must allow this page's origin. */
  readonly publicKey?: string;
  readonly nonce?: string;
  /** Lets the person do a few steps that the server draws, and returns a token as proof. `"if_unsure"`: only if the selfie leaves a doubt. */
  readonly challenge?: boolean | "if_unsure";
  /** Draws the steps and judges the frames, instead of the service's routes and a public key. */
  readonly service?: ChallengeService;
  /** A language tag (BCP 47). Default: the page's language, then the browser's, then English. */
  readonly language?: string;
  /** Replaces single texts of ours. */
  readonly texts?: Partial<CameraTexts & ChallengeTexts>;
  /** "user", the default, faces the person; "environment" faces away. */
  readonly facingMode?: FacingMode;
  /** Fails with TimeoutError after this time. Default: no limit. */
  readonly timeoutMs?: number;
  /** Explains what will happen and waits for the person to start, while the detector loads. Your own words, or `true`. */
  readonly intro?: boolean | Intro;
  /** Element that shows the camera. Default: it covers the page. */
  readonly container?: HTMLElement;
  /** Called whenever the hint changes. */
  readonly onHint?: (hint: Hint) => void;
}

/** `typeof` of each option. The type requires every option's name, so that none is forgotten. */
type Known<Options> = Readonly<Record<keyof Required<Options>, string>>;

const captureOptions: Known<CaptureOptions> = {
  publicKey: "string",
  nonce: "string",
  challenge: "boolean or if_unsure",
  service: "object",
  language: "string",
  texts: "object",
  facingMode: "string",
  timeoutMs: "number",
  intro: "boolean or object",
  container: "element",
  onHint: "function",
};

const introOptions: Known<Intro> = { text: "string", privacyUrl: "string" };

/**
 * A misspelled option would be ignored, and the photo taken without its challenge.
 * @throws TypeError naming the option, and the likely one or the expected type
 */
export function checkOptions(options: CaptureOptions): void {
  check(options, captureOptions);
  const { intro, challenge, publicKey, service } = options;
  if (typeof intro === "object") check(intro, introOptions);
  if (challenge && !publicKey && !service) throw new TypeError("'challenge' needs a 'publicKey'");
}

function check(given: object, known: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(given)) {
    const wanted = Object.hasOwn(known, name) && known[name];
    if (!wanted) {
      const names = Object.keys(known);
      const near = nearestName(name, names);
      throw new TypeError(
        `Unknown option '${name}'. ${near === undefined ? `There are: ${names.join(", ")}` : `Did you mean '${near}'?`}`,
      );
    }
    // A selector that finds nothing gives null.
    if (value !== undefined && !wanted.includes(kindOf(value))) {
      throw new TypeError(`Option '${name}' has to be: ${wanted}`);
    }
  }
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  // The only valid text is quoted as it is.
  if (value === "if_unsure") return value;
  return (value as Partial<Node>).nodeType === 1 ? "element" : typeof value;
}

/** `public_key`, `public-key` and `publicKey` are spellings of one name. */
const plain = (name: string): string => name.replaceAll(/[_-]/g, "").toLowerCase();

/** Matches by prefix: an edit distance would cost every page half a kilobyte. */
function nearestName(name: string, names: readonly string[]): string | undefined {
  const begin = plain(name).slice(0, 3);
  return names.find((other) => begin.length > 2 && plain(other).startsWith(begin));
}
