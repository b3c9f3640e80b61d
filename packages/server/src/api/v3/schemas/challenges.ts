import { flatSteps, stepNames } from "@selfsame/face/assess/gestures";
import { z } from "zod";
import { avoidedMax } from "../../../liveness/challenge/draw.ts";
import { nonceSchema, photoSchema } from "./faces.ts";

export const startChallengeBodySchema = z.object({
  avoid: z
    .array(z.enum(stepNames))
    .max(avoidedMax)
    .optional()
    .meta({ description: "Steps that the person cannot do: at most two." }),
  mode: z.literal("stepwise").optional().meta({
    description:
      "`stepwise` returns the first step only, and each further one once the frame of the one before has arrived. Without it all steps are returned at once, which a key whose `challenge_mode` is `stepwise` rejects.",
  }),
  light: z.boolean().optional().meta({
    description:
      "With `stepwise`: whether the page can show colors around the face, for steps of type `light`. `false` if the person chose to go without. Absent: the page does not support it.",
  }),
  burst: z.boolean().optional().meta({
    description:
      "With `stepwise`: whether the page sends a `burst` with the frame of each step. Then each step needs one. Absent: the page does not support it.",
  }),
  nonce: nonceSchema.optional().meta({
    description:
      "A random text of your backend for this visit: 1 to 128 visible characters. The token is valid only for a `/verify` with the same text, so that nobody can use a challenge of another visit.",
  }),
});

export const checkSelfieBodySchema = z.object({ selfie: photoSchema("The selfie, as it will be sent to `/verify`.") });

export const checkedSelfieSchema = z
  .object({
    challenge_needed: z
      .boolean()
      .meta({ description: "Whether the selfie leaves doubt: then the person performs a challenge." }),
  })
  .meta({ id: "CheckedSelfie" });

export const startedChallengeSchema = z
  .object({
    id: z.string(),
    steps: z.array(z.enum(stepNames)).meta({
      description:
        "What to do, in this order: three to five. Left and right are the person's own. `follow_dot` only if the service is configured for it.",
    }),
    dots: z.array(z.int().min(-30).max(210)).optional().meta({
      description:
        "Of each `follow_dot`, in order, where its dot is around the face. Degrees: 0 is the person's own right, 90 up, 180 their left. Absent if there is none.",
    }),
    expires_at: z
      .string()
      .meta({ format: "date-time", description: "Until when it can be completed: 120 seconds from now." }),
  })
  .meta({ id: "Challenge" });

const milliseconds = z.int().min(0);

/** Formats names as in: `one`, `two` or `three`. */
const anyOf = (names: readonly string[]): string => {
  const quoted = names.map((name) => `\`${name}\``);
  return `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}`;
};

const shownLightSchema = z
  .object({
    color: z
      .string()
      .regex(/^#[0-9a-f]{6}$/)
      .meta({ description: "What to fill the screen around the face with." }),
    ms: z.int().min(1).meta({ description: "For how long at least. The color stays until the next one is there." }),
  })
  .meta({ id: "ShownLight" });

const challengeStepSchema = z
  .object({
    type: z.enum([...stepNames, "light"]).meta({
      description: `What to do: \`follow_dot\`, ${anyOf(flatSteps)}. \`light\`: show the color in \`light\` at once. Others may come later.`,
    }),
    light: z.array(shownLightSchema).min(1).optional().meta({
      description: "Of a `light` step: one color. Black comes first: how the face looks without.",
    }),
    direction: z.int().min(-30).max(210).optional().meta({
      description:
        "Of `follow_dot`: where its dot is around the face. Degrees: 0 is the person's own right, 90 up, 180 their left.",
    }),
    not_before_ms: milliseconds.meta({
      description: "The earliest time at which the frame may be taken, in milliseconds after this response.",
    }),
    until_ms: milliseconds.meta({
      description: "The time within which the whole frame has to arrive, in milliseconds after this response.",
    }),
  })
  .meta({ id: "ChallengeStep" });

const burstAskedSchema = z
  .object({
    frames: z.int().min(1).meta({ description: "How many pictures." }),
    per_second: z.int().min(1).meta({ description: "How many of them a second." }),
    width: z
      .int()
      .min(1)
      .meta({ description: "Of each picture, which shows the whole frame: pixels of its shorter side." }),
  })
  .meta({ id: "ChallengeBurst" });

export const stepwiseChallengeSchema = z
  .object({
    id: z.string(),
    step: challengeStepSchema,
    steps_total: z.int().min(1).meta({
      description: "How many steps the person performs, this one among them. Steps of type `light` do not count.",
    }),
    light: z.literal(true).optional().meta({
      description: "Steps of type `light` follow on the others. Absent if the screen shows no colors.",
    }),
    burst: burstAskedSchema.nullable().meta({
      description: "What to send as `burst` with the frame of each step that is not `light`; null: nothing.",
    }),
    expires_at: z
      .string()
      .meta({ format: "date-time", description: "Until when it can be completed: 120 seconds from now." }),
  })
  .meta({ id: "StepwiseChallenge" });

export const challengeStepBodySchema = z.object({
  frame: photoSchema(
    "A frame in which the person does the step of the last response. The whole frame. Of a `light` step: up to eight small frames, one below the other in one picture, taken while the color is shown, 96 pixels on the shorter side.",
  ).optional(),
  captured_after_ms: z.string().optional().meta({
    description:
      "How long after the response with this step the frame was taken, in whole milliseconds by the page's clock. Of a `light` step: of each small frame, separated by commas.",
  }),
  burst: photoSchema(
    "If the challenge has `burst`: small pictures of the seconds before the frame, the whole frame each, one below the other in one JPEG of 62,000 bytes at most.",
  ).optional(),
  burst_after_ms: z.string().optional().meta({
    description:
      "When each picture of `burst` was taken, as in `captured_after_ms`: 4 to 12 numbers, separated by commas, none below the one before.",
  }),
  spared: z.literal("true").optional().meta({
    description: "Of a `light` step, instead of a frame: the person chooses to go without colors. No more are shown.",
  }),
});

export const takenStepSchema = z
  .union([
    z.object({ step: challengeStepSchema }),
    z.object({
      complete: z.literal(true).meta({ description: "There are no more steps: complete the challenge." }),
      until_ms: milliseconds.meta({
        description: "The time within which the whole selfie has to arrive, in milliseconds after this response.",
      }),
    }),
  ])
  .meta({ id: "TakenStep" });

const frameSchema = (step: string) =>
  photoSchema(`A frame in which the person does the ${step} step. The whole frame.`);

export const completeChallengeBodySchema = z.object({
  selfie: photoSchema("The person looking at the camera, eyes open. The whole frame, of the same shape as the others."),
  frame_1: frameSchema("first").optional(),
  frame_2: frameSchema("second").optional(),
  frame_3: frameSchema("third").optional(),
  frame_4: frameSchema("fourth").optional(),
  frame_5: frameSchema("fifth").optional(),
});

export const completedChallengeSchema = z
  .object({
    challenge_token: z.string().meta({
      description:
        "Send it to your backend with the selfie, for `/verify`. Valid once, for ten minutes, for this selfie only.",
    }),
  })
  .meta({ id: "CompletedChallenge" });
