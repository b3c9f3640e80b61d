import { z } from "zod";
import { brandingFields } from "../../../features/branding/fields.ts";

export const brandingSchema = z
  .object({
    name: z.string().nullable().meta({ description: "Your name, as the page shows it." }),
    accent: z.string().nullable().meta({ description: "The color of the page: `#` and six hex digits." }),
    logo_url: z.string().nullable().meta({
      description:
        "A path from the address of the service. Set a logo by `PUT /branding/logo`, or in the dashboard under Settings, Branding.",
    }),
    privacy_url: z.string().nullable().meta({ description: "Your privacy policy, which the page links to: https." }),
    controller: z
      .string()
      .nullable()
      .meta({ description: "Who is responsible for the data by law, such as `Example Shop Ltd.`." }),
    contact: z.string().nullable().meta({
      description:
        "Another way to verify, for people who decline: an https address, an e-mail address, or a phone number that starts with `+`.",
    }),
  })
  .meta({ id: "Branding" });

export type Branding = z.output<typeof brandingSchema>;

export const changeBrandingSchema = z.strictObject(brandingFields).partial();
