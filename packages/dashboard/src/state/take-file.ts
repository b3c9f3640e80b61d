import { requestFile } from "../api/request.ts";
import { toastFailure } from "./toasts.ts";

/**
 * Downloads a file from the dashboard's API. A plain link cannot handle the confirmation that exports require.
 * @param path below the API
 */
export async function takeFile(path: string, name: string): Promise<void> {
  await toastFailure(async () => {
    const url = URL.createObjectURL(await requestFile(path));
    Object.assign(document.createElement("a"), { href: url, download: name }).click();
    URL.revokeObjectURL(url);
  });
}
