import { OperatorError } from "@selfsame/platform/operator-error";
import { buildModel, node, tensor } from "./rewrite/build-model.ts";
import type { Provider } from "./runtime.ts";

/** The smallest network: passes one number through. */
const identity = (): Buffer =>
  buildModel({
    name: "identity",
    nodes: [node("Identity", "in", "out")],
    inputs: [tensor("in", 1)],
    outputs: [tensor("out", 1)],
  });

/**
 * Opens a network with each provider. ONNX Runtime would skip unknown providers without an error.
 * @throws OperatorError with the first one that is unusable, and the reason
 */
export async function checkProviders(providers: readonly Provider[]): Promise<void> {
  // Loaded only if another provider than the processor is set: the service process itself runs no network.
  if (providers.every((provider) => provider === "cpu")) return;
  const { InferenceSession, listSupportedBackends } = await import("./onnx-runtime.ts");
  const known = listSupportedBackends().map(({ name }) => name);
  for (const provider of providers) {
    if (!known.includes(provider)) {
      throw unusable(provider, `the installed ONNX Runtime has ${known.join(", ")}`);
    }
    await InferenceSession.create(identity(), { executionProviders: [provider], logSeverityLevel: 4 })
      .then((session) => session.release())
      .catch((error: unknown) => {
        const [why = ""] = (error instanceof Error ? error.message : "unknown").split("\n");
        throw unusable(provider, `ONNX Runtime says: ${why.slice(0, 300)}`, error);
      });
  }
}

const unusable = (provider: Provider, why: string, cause?: unknown): OperatorError =>
  new OperatorError(
    `SELFSAME_PROVIDERS names ${provider}, which cannot be used here: ${why}. Install what it needs (docs/models.md), or set SELFSAME_PROVIDERS=cpu.`,
    { cause },
  );
