import { z } from "zod";
import { templateLengthMax, templatePurposePattern } from "../templates/template.ts";
import { referencesMax } from "@selfsame/photo/verify/references";

export const itemsMax = 10_000;

/** An absolute URL. Whether it may be downloaded is checked later: then the item fails, not the batch. */
const url = z
  .string()
  .max(4096)
  .refine((text) => ["http:", "https:"].includes(URL.parse(text)?.protocol ?? ""), "must be an http or https address");

const fields = z.strictObject({
  id: z.string().min(1).max(128).meta({ description: "Your id, unique within the batch." }),
  reference_urls: z
    .array(url)
    .min(1)
    .max(referencesMax)
    .optional()
    .meta({ description: "One to five photos of the person. Required unless there is a `reference_template`." }),
  reference_template: z.string().min(1).max(templateLengthMax).regex(/^\S+$/).optional().meta({
    description: "Instead of `reference_urls`: what `POST /templates` returned. Opened when the item's turn comes.",
  }),
  template_purpose: z
    .string()
    .regex(templatePurposePattern)
    .optional()
    .meta({ description: "What the template was made for. Default: `default`." }),
  selfie_url: url,
});

export const itemSchema = fields.refine(
  ({ reference_urls, reference_template }) => (reference_urls === undefined) !== (reference_template === undefined),
  { path: ["reference_urls"] },
);

export type NewItem = Readonly<z.infer<typeof itemSchema>>;

export type ItemsChecked =
  | { readonly outcome: "checked"; readonly items: readonly NewItem[] }
  /** `param` names the field: `items[7].selfie_url`, or `line 8 selfie_url`. */
  | { readonly outcome: "invalid"; readonly param: string }
  | { readonly outcome: "too_many" };

/** Collects items one by one and stops at the first invalid one. */
export class ItemList {
  readonly #items: NewItem[] = [];
  readonly #ids = new Set<string>();
  readonly #name: (index: number) => string;
  #problem: Exclude<ItemsChecked, { outcome: "checked" }> | undefined;

  /** @param name the caller's name for the item of an index */
  constructor(name: (index: number) => string) {
    this.#name = name;
  }

  /** @returns whether to continue */
  add(value: unknown): boolean {
    if (this.#problem) return false;
    const index = this.#items.length;
    const parsed = itemSchema.safeParse(value);
    if (index >= itemsMax) this.#problem = { outcome: "too_many" };
    else if (!parsed.success) this.#problem = this.#invalid(index, fieldOf(parsed.error));
    else if (this.#ids.has(parsed.data.id)) this.#problem = this.#invalid(index, "id");
    else {
      this.#ids.add(parsed.data.id);
      this.#items.push(parsed.data);
    }
    return this.#problem === undefined;
  }

  result(): ItemsChecked {
    if (this.#problem) return this.#problem;
    return this.#items.length === 0
      ? { outcome: "invalid", param: "items" }
      : { outcome: "checked", items: this.#items };
  }

  #invalid(index: number, field: string) {
    const name = this.#name(index);
    return {
      outcome: "invalid",
      param: field === "" ? name : `${name}${name.endsWith("]") ? "." : " "}${field}`,
    } as const;
  }
}

function fieldOf({ issues: [issue] }: z.ZodError): string {
  if (issue?.code === "unrecognized_keys") return issue.keys[0]?.slice(0, 64) ?? "";
  return String(issue?.path[0] ?? "");
}

/** @returns undefined if it is not JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
