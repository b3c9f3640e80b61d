import { pathTo } from "@selfsame/verify-page/here/service-path";
/** The parts of the service's camera module that this page uses: packages/camera/camera-v3.d.ts. */
interface CameraModule {
  readonly VerifyCameraV3: {
    capture(options: { readonly facingMode: "user" | "environment" }): Promise<{ readonly blob: Blob } | null>;
  };
}

const problems: Readonly<Record<string, string>> = {
  NotAllowedError: "The camera may not be used. Allow it in the browser’s settings for this page.",
  NotFoundError: "No camera was found.",
  NotReadableError: "The camera is in use by another program.",
  SecurityError: "The camera works only over HTTPS, or on localhost.",
};

/** @returns undefined when the person cancels. Rejects with an Error whose message can be shown */
export async function takePhoto(facingMode: "user" | "environment"): Promise<Blob | undefined> {
  // Served by the service, not bundled with this page, so that it is always the service's version.
  const address = pathTo("/camera-v3.mjs");
  try {
    const { VerifyCameraV3 } = (await import(/* @vite-ignore */ address)) as CameraModule;
    return (await VerifyCameraV3.capture({ facingMode }))?.blob;
  } catch (error) {
    const name = error instanceof Error ? error.name : "";
    throw new Error(problems[name] ?? "The camera could not be started.", { cause: error });
  }
}
