// Compares two photos with version 2. Usage: SELFSAME_URL=... SELFSAME_API_KEY=... node verify.mjs reference.jpg selfie.jpg
import { openAsBlob } from "node:fs";

const [reference, selfie] = process.argv.slice(2);
const form = new FormData();
form.append("reference", await openAsBlob(reference), "reference.jpg");
form.append("selfie", await openAsBlob(selfie), "selfie.jpg");

const response = await fetch(`${process.env.SELFSAME_URL}/api/v2/verify`, {
  method: "POST",
  headers: { Authorization: `Bearer ${process.env.SELFSAME_API_KEY}` },
  body: form,
});
const result = await response.json();
if (!response.ok) throw new Error(`${response.status}: ${result.error}`);

console.log(`${result.message}: match ${result.match}, confidence ${result.confidence}, spoof ${result.is_spoof}`);
