import { request } from "../api/request.ts";
import { type Resource, useResource } from "./resource.ts";
import { toast, toastFailure } from "./toasts.ts";

/**
 * A setting of the team, and how it is changed: what was saved, or why it was not, is said, and the setting is read again.
 * @param changedAt where the API takes a change, if not where it has the setting
 */
export function useSetting<T>(path: string, changedAt = path) {
  const setting: Resource<T> = useResource<T>(path);
  const save = async (change: object, done: string): Promise<void> => {
    await toastFailure(async () => {
      await request("PUT", changedAt, change);
      toast(done);
    });
    await setting.reload();
  };
  return { setting, save };
}
