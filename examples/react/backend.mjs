// Compares the selfie with a photo that you trust. Save one as passport.jpg. Run: node backend.mjs
import { createServer } from "node:http";
import { Readable } from "node:stream";
import { Selfsame } from "@selfsame/client";

const selfsame = new Selfsame(); // SELFSAME_URL and SELFSAME_API_KEY

async function verify(request) {
  const form = await new Response(Readable.toWeb(request), { headers: request.headers }).formData();
  const { decision } = await selfsame.verify({ reference: "passport.jpg", selfie: form.get("selfie") });
  return decision === "accept";
}

createServer(async (request, response) => {
  try {
    response.writeHead((await verify(request)) ? 204 : 422).end();
  } catch (error) {
    console.error(error);
    response.writeHead(500).end();
  }
}).listen(8080);
