import { hasOpenEyes, type StepName } from "@selfsame/face/assess/gestures";
import type { Detector } from "../detector/detector.ts";
import { CameraError } from "../errors.ts";
import type { Photo } from "../photo/photo.ts";
import type { FollowUp } from "../capture/follow-up.ts";
import type { Wording } from "../wording.ts";
import type { View } from "../view/view.ts";
import { hideColors, prefersNoColors } from "./colors.ts";
import { createDraws } from "./draws.ts";
import { createPanel } from "./panel.ts";
import { perform } from "./perform.ts";
import { createPlayer } from "./play.ts";
import { type ChallengeService, createService, type Verdict } from "./service.ts";
import { challenge as english } from "@selfsame/texts/languages/en";
import { filled } from "@selfsame/texts/wording";
import type { ChallengeTexts } from "@selfsame/texts/challenge";

export interface ChallengeOptions {
  readonly publicKey: string;
  /** Nonce of the page's backend for this challenge. */
  readonly nonce: string | undefined;
  /** Replaces the service at `url`. */
  readonly service: ChallengeService | undefined;
  /** Whether people perform only if their selfie leaves a doubt. */
  readonly ifUnsure: boolean;
  /** Of /api/v3. */
  readonly url: string;
  readonly wording: Wording;
  readonly texts: Partial<ChallengeTexts> | undefined;
  readonly onToken: (token: string) => void;
}

const attemptsMax = 3;
/** A step that the service has missed this often is not asked for again. */
const missesMax = 2;

/** The live challenge after the selfie: requests steps, plays them and sends a frame of each. Rejects with a CameraError if the service issues no challenge. */
export async function createChallenge(options: ChallengeOptions, view: View, detector: Detector): Promise<FollowUp> {
  const { wording, onToken } = options;
  const texts = { ...(wording.challenge ?? english), ...options.texts };
  const service = options.service ?? serviceFor(options);
  const panel = createPanel(view, texts, wording.texts.shutter);
  const { play, see } = createPlayer({ view, panel, detector, texts, cameraTexts: wording.texts });
  /** The person goes without colors, by choice or by a system setting. */
  let spared = prefersNoColors();
  panel.onWithoutColors = () => {
    spared = true;
    panel.announceColors(undefined);
  };
  const isSpared = () => spared;
  const draws = createDraws(service, isSpared);
  const stage = { view, panel, service, texts, play, draws, isSpared };
  let attempts = 0;
  /** Whether the selfie may still be enough; that can be tried once. */
  let mayDo = options.ifUnsure && service.check !== undefined;
  // Stepwise services are asked when the first step can be shown; services that may need no challenge, when one is needed.
  if (!service.step && !mayDo) await draws.prepare();
  /** How often the service missed each step. */
  const missed = new Map<StepName, number>();

  return {
    see,
    async follow(selfie: Photo, neutral, signal) {
      try {
        if (mayDo) {
          mayDo = false;
          panel.wait();
          const isSure = await service.check?.(selfie.blob);
          signal.throwIfAborted();
          if (isSure) return "photo_ready";
        }
        await view.video.play();
        // Eyes that always look closed cannot be seen closing.
        if (neutral && !hasOpenEyes(neutral) && draws.mayHave("blink")) draws.avoid("blink");
        panel.wait();
        const { id, steps, frames, over } = await perform(stage, neutral, signal);
        hideColors(view);
        panel.wait();
        const verdict = over ?? (await service.complete(id, selfie.blob, frames));
        signal.throwIfAborted();
        if (verdict.outcome === "passed") {
          onToken(verdict.token);
          return "photo_ready";
        }
        if (verdict.outcome === "gone") draws.discard();
        else if (++attempts === attemptsMax) {
          throw new CameraError("ChallengeFailedError", `The challenge was not passed in ${attemptsMax} attempts`);
        }
        const step = blamedStep(verdict, steps);
        if (step) {
          missed.set(step, (missed.get(step) ?? 0) + 1);
          if (missed.get(step) === missesMax) draws.avoid(step);
        }
        await panel.explain(reasonOf(verdict, step, texts), signal);
        return "again";
      } finally {
        hideColors(view);
        panel.hide();
      }
    },
  };
}

function serviceFor({ publicKey, nonce, url }: ChallengeOptions): ChallengeService {
  // A private key must not even be sent from a page.
  if (!/^ss_pk_\w+$/.test(publicKey)) {
    throw new CameraError("ChallengeFailedError", "publicKey has to be a public key: ss_pk_ and what follows");
  }
  return createService(url, publicKey, nonce);
}

function reasonOf(verdict: Verdict, step: StepName | undefined, texts: ChallengeTexts): string {
  if (verdict.outcome !== "failed") return texts.too_slow;
  if (verdict.code === "no_face") return texts.failed_face;
  if (verdict.part === "selfie") return texts.failed_selfie;
  if (verdict.part === "light") return texts.failed_light;
  return step ? filled(texts.failed_step, { step: texts[step] }) : texts.failed;
}

/** The step that the service did not see, if it says so. */
function blamedStep(verdict: Verdict, steps: readonly StepName[]): StepName | undefined {
  if (verdict.outcome !== "failed" || verdict.code === "no_face") return undefined;
  return steps[Number(/^frame_(\d)$/.exec(verdict.part ?? "")?.[1]) - 1];
}
