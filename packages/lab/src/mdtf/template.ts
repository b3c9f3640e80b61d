/** Templates in the test facility's hands: the embedding contract, a line break, and the embedding. */

/** @returns base64 */
export const templateOf = (model: string, embedding: Float32Array): string =>
  Buffer.concat([
    Buffer.from(`${model}\n`),
    Buffer.from(embedding.buffer, embedding.byteOffset, embedding.byteLength),
  ]).toString("base64");

/** @returns undefined if it is not a template of this model */
export function embeddingIn(model: string, template: string): Float32Array | undefined {
  const bytes = Buffer.from(template, "base64");
  const head = Buffer.from(`${model}\n`);
  if (!bytes.subarray(0, head.length).equals(head)) return undefined;
  const floats = bytes.subarray(head.length);
  if (floats.length === 0 || floats.length % 4 !== 0) return undefined;
  const embedding = new Float32Array(floats.length / 4);
  for (let i = 0; i < embedding.length; i++) embedding[i] = floats.readFloatLE(4 * i);
  return embedding.every(Number.isFinite) ? embedding : undefined;
}
