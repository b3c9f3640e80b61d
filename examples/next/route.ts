// Compares a selfie with the customer's photo. Save it as app/api/selfie/route.ts
import { join } from "node:path";
import { ApiError, Selfsame } from "@selfsame/client";

/** Where you have the photos of your customers. */
const photos = process.env["PHOTOS"] ?? "photos";

export async function POST(request: Request): Promise<Response> {
  const selfie = (await request.formData()).get("selfie");
  if (!(selfie instanceof Blob)) return new Response("no selfie", { status: 400 });
  const selfsame = new Selfsame(); // SELFSAME_URL and SELFSAME_API_KEY
  try {
    // Take the customer from your own session, never from the request.
    const { decision } = await selfsame.verify({ reference: join(photos, "customer-1207.jpg"), selfie });
    console.log("customer-1207", decision);
    return new Response(null, { status: 204 });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    console.error(`${error.code}: ${error.message}`); // ends with the hint
    // 422: the photo cannot be compared, such as no_face. Everything else is not the person's to mend.
    return new Response(error.code, { status: error.status === 422 ? 422 : 502 });
  }
}
