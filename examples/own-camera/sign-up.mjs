// A sign-up with a live challenge. Save a photo of yourself as passport.jpg. Run: node sign-up.mjs, and open http://localhost:8080
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { Readable } from "node:stream";
import { ApiError, Selfsame } from "@selfsame/client";

// SELFSAME_URL and SELFSAME_API_KEY. A selfie without a token is an error.
const selfsame = new Selfsame({ requireChallenge: true });

async function signUp(request) {
  const form = await new Response(Readable.toWeb(request), { headers: request.headers }).formData();
  const [selfie, challenge_token] = [form.get("selfie"), form.get("challenge_token")];
  const { decision } = await selfsame.verify({ reference: "passport.jpg", selfie, challenge_token });
  return decision === "accept" ? "Welcome." : "That could not be confirmed.";
}

/** These codes mean that another photo can help. */
const retakeCodes = new Set(["no_face", "several_faces_found", "image_unreadable", "image_too_complex"]);
/** These mean that the person has to repeat the challenge: the token is missing, expired or used. */
const repeatCodes = new Set(["challenge_required", "invalid_challenge_token"]);

function explain(error) {
  const code = error instanceof ApiError ? error.code : null;
  if (retakeCodes.has(code)) return "Please take another photo.";
  if (repeatCodes.has(code)) return "Please do the movements again.";
  console.error(error); // a wrong key, a missing file, the service down: yours to fix
  return "Please try again later.";
}

createServer(async (request, response) => {
  if (request.method === "GET") return response.end(await readFile("sign-up.html"));
  response.end(await signUp(request).catch(explain));
}).listen(8080);
