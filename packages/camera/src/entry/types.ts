/** Holds the declarations that pages get, written by hand so that they are one readable file each, equal to the code. */
import type * as declaredV2 from "../../camera.d.ts";
import type * as declaredV3 from "../../camera-v3.d.ts";
import type { ChallengeService } from "../challenge/service.ts";
import type { ChallengeTexts } from "@selfsame/texts/challenge";
import type { PhotoData, VerifyCamera } from "../camera-v2.ts";
import type { Capture, VerifyCameraV3 } from "../camera-v3.ts";
import type { CaptureOptions } from "../options.ts";
import type { Hint } from "../guide/guidance.ts";
import type { CameraTexts } from "@selfsame/texts/camera";

/** Fails to compile where one could not take the other's place. */
type Same<A extends B, B extends C, C = A> = [A, B, C];

export type Checked = [
  Same<PhotoData, declaredV2.PhotoData>,
  Same<Hint, declaredV3.Hint>,
  Same<CameraTexts, declaredV3.Texts>,
  Same<ChallengeTexts, declaredV3.ChallengeTexts>,
  Same<ChallengeService, declaredV3.ChallengeService>,
  Same<Capture, declaredV3.Capture>,
  Same<Required<CaptureOptions>, Required<declaredV3.CaptureOptions>>,
  Pick<typeof VerifyCamera, "takePicture"> extends Pick<typeof declaredV2.VerifyCamera, "takePicture"> ? true : never,
  Same<Pick<VerifyCamera, keyof VerifyCamera>, Pick<declaredV2.VerifyCamera, keyof declaredV2.VerifyCamera>>,
  // Which detail belongs to which event is only declared.
  Same<Omit<VerifyCameraV3, "addEventListener">, Omit<declaredV3.VerifyCameraV3, "addEventListener">>,
];
