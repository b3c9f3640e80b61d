import { EngineUnavailable } from "@selfsame/photo/engine/engine";
import type { PhotoAnalysis, Wants } from "@selfsame/photo/engine/engine";
import { photoBytesMax } from "@selfsame/photo/images/limits";
import type { MemoryBudget } from "@selfsame/photo/images/memory-budget";
import type { Download } from "@selfsame/photo/images/download";
import type { HostPlaces } from "./host-places.ts";
import type { ItemCode, ItemResult } from "./item-result.ts";
import type { Template } from "../templates/template.ts";
import { judgeItem, resultOf } from "./judge-item.ts";
import { comparisonOf, modelFor } from "@selfsame/photo/verify/comparison";
import { settleDoubt } from "@selfsame/photo/verify/settle-doubt";
import { type PhotoContext, type PhotoFault, analyzePhoto } from "@selfsame/photo/verify/photo";
import type { VerifyDeps } from "@selfsame/photo/verify/verify";

/** No result yet: the host asked to retry later, or the engine has no room. */
export interface Postponed {
  readonly status: "postponed";
  readonly afterMs: number;
}

export interface CompareDeps extends VerifyDeps {
  readonly hosts: HostPlaces;
  /** Limits the memory of all photos in transit. */
  readonly budget: MemoryBudget;
}

export interface ItemUrls {
  readonly references: readonly string[];
  readonly selfie: string;
}

type UrlAnalysis = PhotoAnalysis | { readonly outcome: "refused"; readonly code: ItemCode } | Postponed;

/** Downloads an item's photos in their turn and compares them. Keeps nothing of them. */
export async function compareItem(
  deps: CompareDeps,
  { references, selfie }: ItemUrls,
  threshold: number | null,
  context: PhotoContext,
): Promise<ItemResult | Postponed> {
  const results = await Promise.all([
    ...references.map((url) => analyzeUrl(deps, url, { embedding: "first", jpeg2000: true }, context)),
    analyzeUrl(deps, selfie, { embedding: "first" }, context),
  ]);
  const postponed = results.filter((result) => "status" in result);
  if (postponed.length > 0)
    return { status: "postponed", afterMs: Math.max(...postponed.map(({ afterMs }) => afterMs)) };
  const analyzed: PhotoAnalysis[] = [];
  for (const [index, result] of results.entries()) {
    if ("status" in result) continue;
    if (result.outcome === "refused") return failure(result.code, nameOf(index, references.length));
    analyzed.push(result);
  }
  const whole = await settled(deps, analyzed, context);
  if ("status" in whole) return whole;
  const judged = judgeItem(deps.comparison, whole.references, whole.selfie, threshold);
  if (judged.outcome === "judged") return judged.result;
  return failure("no_face", judged.photo === "selfie" ? "selfie_url" : nameOf(0, references.length));
}

/** The same with a template instead of references: the selfie is embedded with the template's recognizer. */
export async function compareWithTemplate(
  deps: CompareDeps,
  { reference, model }: Pick<Template, "reference" | "model">,
  selfieUrl: string,
  threshold: number | null,
  context: PhotoContext,
): Promise<ItemResult | Postponed> {
  const comparison = comparisonOf(deps.comparison, model);
  if (!comparison) return failure("template_outdated", "reference_template");
  const look = { ...context, model: modelFor(deps.comparison, model) };
  const selfie = await analyzeUrl(deps, selfieUrl, { embedding: true }, look);
  if ("status" in selfie) return selfie;
  if (selfie.outcome === "refused") return failure(selfie.code, "selfie_url");
  if (!selfie.embedding) return failure("no_face", "selfie_url");
  return resultOf(comparison, reference, selfie.embedding, threshold);
}

/** @param analyzed the references, and the selfie last */
async function settled(deps: CompareDeps, analyzed: readonly PhotoAnalysis[], context: PhotoContext) {
  const selfie = analyzed.at(-1);
  if (!selfie) throw new RangeError("there is no selfie");
  return settleDoubt(deps, { references: analyzed.slice(0, -1), selfie }, context).catch(postponedBy);
}

/** Result while the engine has no room. */
function postponedBy(error: unknown): Postponed {
  if (error instanceof EngineUnavailable) return { status: "postponed", afterMs: error.retryAfterSeconds * 1000 };
  throw error;
}

const failure = (code: ItemCode, param: string | null): ItemResult => ({ status: "failed", code, param });

const nameOf = (index: number, references: number): string =>
  index < references ? `reference_urls[${index}]` : "selfie_url";

async function analyzeUrl(deps: CompareDeps, url: string, wants: Wants, context: PhotoContext): Promise<UrlAnalysis> {
  const holding = deps.budget.hold(context.accountId, context.signal);
  try {
    let afterMs: number | undefined;
    const host = URL.parse(url)?.host ?? "";
    const download: Download = async (...asked) => {
      const result = await deps.hosts.take(host, context, async () => {
        // Only now: a photo that waits for its host's place holds no memory.
        await holding.reserve(photoBytesMax);
        return deps.download(...asked);
      });
      if ("retryAfterMs" in result) afterMs = result.retryAfterMs;
      return result;
    };
    const analysis = await analyzePhoto({ ...deps, download }, { from: "url", url }, wants, context);
    if (afterMs !== undefined) return { status: "postponed", afterMs };
    return analysis.outcome === "refused" ? { outcome: "refused", code: codeOf(analysis.reason) } : analysis;
  } catch (error) {
    return postponedBy(error);
  } finally {
    holding.release();
  }
}

export function codeOf(reason: PhotoFault): ItemCode {
  switch (reason) {
    case "too_large":
      return "file_too_large";
    case "too_many_pixels":
      return "image_too_large";
    case "too_complex":
      return "image_too_complex";
    case "unreadable":
      return "image_unreadable";
    case "unsupported_format":
    case "invalid_base64":
      return "unsupported_image_format";
    case "invalid_url":
    case "blocked":
      return "url_not_allowed";
    case "failed":
      return "download_failed";
  }
}
