import { explain } from "../api/api-error.ts";
import { requestFile } from "../api/request.ts";
import { toast } from "./toasts.ts";

/**
 * Has the browser keep a file of the dashboard's API. A link cannot ask for the confirmation that exports need.
 * @param path below the API
 */
export async function takeFile(path: string, name: string): Promise<void> {
  try {
    const url = URL.createObjectURL(await requestFile(path));
    Object.assign(document.createElement("a"), { href: url, download: name }).click();
    URL.revokeObjectURL(url);
  } catch (error) {
    toast(explain(error), "failed");
  }
}
