import { stepNames } from "@selfsame/face/assess/gestures";
import { z } from "zod";
import { avoidedMax } from "../../../challenge/draw.ts";
import { nonceSchema, photoSchema } from "./faces.ts";

export const startChallengeBodySchema = z.object({
  avoid: z
    .array(z.enum(stepNames))
    .max(avoidedMax)
    .optional()
    .meta({ description: "Steps that the person cannot do: at most two." }),
  mode: z.literal("stepwise").optional().meta({
    description:
      "`stepwise` returns the first step only, and each further one once the frame of the one before has arrived. Without it all steps are returned at once.",
  }),
  nonce: nonceSchema.optional().meta({
    description:
      "A random text that your backend made for this person: 1 to 128 visible characters. The token is good only for a `/verify` that names it, so that nobody can bring a challenge of another visit.",
  }),
});

export const startedChallengeSchema = z
  .object({
    id: z.string(),
    steps: z.array(z.enum(stepNames)).meta({
      description:
        "What to do, in this order: three to five. Left and right are the person's own. `follow_dot` only where the service is set so.",
    }),
    dots: z.array(z.int().min(-30).max(210)).optional().meta({
      description:
        "Of each `follow_dot`, in order, where its dot is around the face. Degrees: 0 is the person's own right, 90 up, 180 their left. Absent where there is none.",
    }),
    expires_at: z
      .string()
      .meta({ format: "date-time", description: "Until when it can be completed: 120 seconds from now." }),
  })
  .meta({ id: "Challenge" });

const milliseconds = z.int().min(0);

const challengeStepSchema = z
  .object({
    type: z
      .enum(stepNames)
      .meta({ description: "What to do: `follow_dot`, `blink`, `smile` or `move_closer`. Others may come later." }),
    direction: z.int().min(-30).max(210).optional().meta({
      description:
        "Of `follow_dot`: where its dot is around the face. Degrees: 0 is the person's own right, 90 up, 180 their left.",
    }),
    not_before_ms: milliseconds.meta({
      description: "How long after this answer the frame is taken at the earliest, milliseconds.",
    }),
    until_ms: milliseconds.meta({
      description: "Within how long after this answer all of the frame has to have arrived, milliseconds.",
    }),
  })
  .meta({ id: "ChallengeStep" });

export const stepwiseChallengeSchema = z
  .object({
    id: z.string(),
    step: challengeStepSchema,
    steps_total: z.int().min(1).meta({ description: "How many steps there are, this one among them." }),
    expires_at: z
      .string()
      .meta({ format: "date-time", description: "Until when it can be completed: 120 seconds from now." }),
  })
  .meta({ id: "StepwiseChallenge" });

export const challengeStepBodySchema = z.object({
  frame: photoSchema("A frame in which the person does the step that the last answer named. The whole frame."),
  captured_after_ms: z.string().meta({
    description:
      "How long after the answer with this step the frame was taken, whole milliseconds by the page's clock.",
  }),
});

export const takenStepSchema = z
  .union([
    z.object({ step: challengeStepSchema }),
    z.object({
      complete: z.literal(true).meta({ description: "There are no more steps: complete the challenge." }),
      until_ms: milliseconds.meta({
        description: "Within how long after this answer all of the selfie has to have arrived, milliseconds.",
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
        "Send it to your backend with the selfie, for `/verify`. Good for ten minutes, for this selfie only, and once.",
    }),
  })
  .meta({ id: "CompletedChallenge" });
