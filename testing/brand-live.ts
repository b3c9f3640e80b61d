import assert from "node:assert/strict";
import type { RunningServer } from "./server.ts";

/** Sets the branding that the first account needs for live sessions. */
export async function brandLive({ url, privateKey }: Pick<RunningServer, "url" | "privateKey">): Promise<void> {
  const answer = await fetch(`${url}/api/v3/branding`, {
    method: "POST",
    headers: { authorization: `Bearer ${privateKey}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "Example Shop", privacy_url: "https://shop.example/privacy" }),
  });
  assert.equal(answer.status, 200, await answer.text());
}
