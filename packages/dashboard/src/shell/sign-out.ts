import { go } from "../state/route.ts";
import { signOut } from "../state/session.ts";
import { toastFailure } from "../state/toasts.ts";

export async function signOutNow(): Promise<void> {
  await toastFailure(async () => {
    await signOut();
    go("/");
  });
}
