import type { FacingMode } from "./capture/open-camera.ts";
import type { ChallengeService } from "./challenge/service.ts";
import type { ChallengeTexts } from "@selfsame/texts/challenge";
import type { Hint } from "./guide/guidance.ts";
import type { CameraTexts } from "@selfsame/texts/camera";
import type { Intro } from "./view/intro.ts";

export interface CaptureOptions {
  /** Of the account that the live challenge is for; one that allows this page's origin. */
  readonly publicKey?: string;
  readonly nonce?: string;
  /** Let the person do a few steps that the server draws, and give a token that proves it. */
  /** `"if_unsure"`: only where the selfie leaves doubt. */
  readonly challenge?: boolean | "if_unsure";
  /** Draws the steps and judges the frames, in place of the service's routes and a public key. */
  readonly service?: ChallengeService;
  /** A language tag (BCP 47). Otherwise the page's language, then the browser's, then English. */
  readonly language?: string;
  /** CameraTexts to show instead of ours, one by one. */
  readonly texts?: Partial<CameraTexts & ChallengeTexts>;
  /** "user", the default, faces the person; "environment" faces away. */
  readonly facingMode?: FacingMode;
  /** Gives up with TimeoutError after this long. Without it the person has all the time they want. */
  readonly timeoutMs?: number;
  /** Tells what will happen, and waits for the person to begin; the detector loads meanwhile. With words of your own, or `true`. */
  readonly intro?: boolean | Intro;
  /** Where to show the camera. Without it, it covers the page. */
  readonly container?: HTMLElement;
  /** Called whenever another hint is shown. */
  readonly onHint?: (hint: Hint) => void;
}

/** What `typeof` may say of each option. The compiler asks for each name of a type, so that none is forgotten. */
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
 * A misspelt option would be left out without a word, and the photo taken without its challenge.
 * @throws TypeError that names the option, and the one that was probably meant or what it has to be
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
  // The one text that stands for itself.
  if (value === "if_unsure") return value;
  return (value as Partial<Node>).nodeType === 1 ? "element" : typeof value;
}

/** `public_key`, `public-key` and `publicKey` are one name spelled three ways. */
const plain = (name: string): string => name.replaceAll(/[_-]/g, "").toLowerCase();

/** The name that begins alike: a distance between words would cost every page half a kilobyte. */
function nearestName(name: string, names: readonly string[]): string | undefined {
  const begin = plain(name).slice(0, 3);
  return names.find((other) => begin.length > 2 && plain(other).startsWith(begin));
}
