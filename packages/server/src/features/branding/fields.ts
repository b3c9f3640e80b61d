import { z } from "zod";

/** Without control characters, which PostgreSQL or a page would not take. */
const line = (charactersMax: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(charactersMax)
    .regex(/^\P{Cc}+$/u);

/** A page that people can open: no name and password within, no other scheme. */
const pageUrl = z
  .string()
  .trim()
  .max(2048)
  .refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    return url?.protocol === "https:" && url.username === "" && url.password === "";
  });

const mailAddress = z.email().max(254);
const phoneNumber = z.string().regex(/^\+[0-9][0-9 ()./-]{4,30}$/);

/** What an account's people say of it, as every way to change it checks it. Null: none. */
export const brandingFields = {
  name: line(60).nullable(),
  accent: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i)
    .toLowerCase()
    .nullable(),
  privacy_url: pageUrl.nullable(),
  controller: line(200).nullable(),
  contact: z.union([pageUrl, z.string().trim().pipe(mailAddress), z.string().trim().pipe(phoneNumber)]).nullable(),
} as const;
