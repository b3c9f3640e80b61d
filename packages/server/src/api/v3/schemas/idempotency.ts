import { z } from "zod";

export const idempotencyHeaders = z.object({
  "Idempotency-Key": z.string().min(1).max(255).optional().meta({
    description:
      "A key of your choice. The same key and body within 24 hours returns the same response and creates nothing more.",
  }),
});
