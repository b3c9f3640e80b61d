import { request } from "../api/request.ts";
import { type Resource, useResource } from "./resource.ts";
import { toast, toastFailure } from "./toasts.ts";

/**
 * A team setting and a function that saves it. A toast reports success or the error; then the setting is loaded again.
 * @param changedAt path for changes, if it differs from the path of the setting
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
