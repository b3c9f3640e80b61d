import { createHash } from "node:crypto";
import type { Manifest, NormalizationFiles, RecognizerEntry } from "@selfsame/face/manifest";

/**
 * Identifies how embeddings were made. Embeddings with different ids must not be compared: another file, preprocessing or centering makes vectors of
 * another space.
 */
export function embeddingContractId({ models: { embed, align } }: Manifest): string {
  const { second: other } = embed;
  const parts = [
    ...contractOf(embed),
    ...(other ? [contractOf(other)] : []),
    ...(align ? [{ align: [align.sha256, align.input] }] : []),
  ];
  const made = JSON.stringify(parts);
  return `${embed.id}-${createHash("sha256").update(made).digest("hex").slice(0, 12)}`;
}

const contractOf = (entry: RecognizerEntry & { readonly calibration?: NormalizationFiles }): readonly unknown[] => {
  const { sha256, input, dimensions, template, mirror, calibration: learned } = entry;
  return [sha256, input, dimensions, template, mirror, learned?.normalisation?.sha256 ?? null];
};
