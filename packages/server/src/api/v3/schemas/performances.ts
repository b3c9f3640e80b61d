import { z } from "zod";
import { performedModes } from "../../../liveness/challenge/challenge-mode.ts";
import { lightResults } from "../../../liveness/challenge/light/judge-light.ts";

export const challengeDetailsSchema = z
  .object({
    mode: z.enum(performedModes).meta({
      description:
        "`stepwise`: each step was shown after the frame of the one before; `all_at_once`: all of them before the first frame.",
    }),
    frames: z.int().min(0).meta({ description: "How many frames were judged beside the selfie: one a step." }),
  })
  .nullable()
  .meta({
    description: "How the live challenge was performed. Null if there was none, or its frames were not judged.",
  });

export const lightSchema = z.enum(lightResults).nullable().meta({
  description:
    "The result of the screen colors of the challenge: `attack` if the skin reflected other colors or the face is another person's, `not_measurable` in too much other light, `spared` if the person chose to go without. Null if the page showed none. Not part of the decision.",
});
