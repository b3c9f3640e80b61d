import type { TeamSettings } from "@selfsame/server/api/dashboard/answers/team-settings";
import { request } from "../api/request.ts";
import { type Resource, useResource } from "./resource.ts";
import { toast, toastFailure } from "./toasts.ts";

/**
 * A setting and functions that change it.
 * @param path undefined: no request yet
 */
export function useSetting<T>(path: string | undefined, method: "PUT" | "PATCH" = "PUT") {
  const setting: Resource<T> = useResource<T>(path);
  /** @throws ApiError, for a form to show */
  const change = async (to: object): Promise<void> => setting.put(await request<T>(method, path ?? "", to));
  /** A toast reports success or the error; then the setting is loaded again. */
  const save = async (to: object, done: string): Promise<void> => {
    await toastFailure(async () => {
      await change(to);
      toast(done);
    });
    await setting.reload();
  };
  return { setting, change, save };
}

export const teamSettingsPath = "/account/settings";

/** All settings of the team. A change names those that it changes. */
export const useTeamSettings = (wanted = true) =>
  useSetting<TeamSettings>(wanted ? teamSettingsPath : undefined, "PATCH");

/** Of a panel that shows a part of the team's settings. */
export interface TeamSettingsProps {
  readonly team: ReturnType<typeof useTeamSettings>;
}
