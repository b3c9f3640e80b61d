import { requestFile } from "../api/request.ts";
import { toastFailure } from "./toasts.ts";

/**
 * Has the browser keep a file of the dashboard's API. A link cannot ask for the confirmation that exports need.
 * @param path below the API
 */
export async function takeFile(path: string, name: string): Promise<void> {
  await toastFailure(async () => {
    const url = URL.createObjectURL(await requestFile(path));
    Object.assign(document.createElement("a"), { href: url, download: name }).click();
    URL.revokeObjectURL(url);
  });
}
