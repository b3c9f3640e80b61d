import { explain } from "../api/api-error.ts";
import { go } from "../state/route.ts";
import { signOut } from "../state/session.ts";
import { toast } from "../state/toasts.ts";

export async function signOutNow(): Promise<void> {
  try {
    await signOut();
    go("/");
  } catch (error) {
    toast(explain(error), "failed");
  }
}
