// Lets a person verify in the system's browser, with @selfsame/capacitor. Your backend creates the session and knows the verdict.
import { openSession } from "@selfsame/capacitor";

const backend = "https://shop.example.com";
// A universal link (iOS) and app link (Android) of this app; `return_url` of the session.
const returnUrl = "https://shop.example.com/app/verified";

/** @returns undefined where the person closed the browser before the end */
export async function verify(): Promise<boolean | undefined> {
  const made = await fetch(`${backend}/verify`, { method: "POST" });
  const { id, url } = (await made.json()) as { id: string; url: string };
  const { outcome } = await openSession({ url, returnUrl, session: id });
  if (outcome === "closed") return undefined;
  const answer = await fetch(`${backend}/verdict?session=${id}`);
  return ((await answer.json()) as { verified: boolean }).verified;
}
