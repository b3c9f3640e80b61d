// Compares two photos. Run: node verify.ts reference.jpg selfie.jpg
import { ApiError, Selfsame } from "@selfsame/client";

const [reference = "", selfie = ""] = process.argv.slice(2);
const selfsame = new Selfsame(); // SELFSAME_URL and SELFSAME_API_KEY

try {
  const { decision, similarity } = await selfsame.verify({ reference, selfie });
  console.log(decision, similarity);
} catch (error) {
  if (!(error instanceof ApiError)) throw error;
  console.error(`${error.code}: ${error.message}`); // ends with the hint
  process.exitCode = 1;
}
