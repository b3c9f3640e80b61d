// Creates a session for a customer and prints its link. Run: node session.ts passport.jpg customer-1207
import { ApiError, Selfsame } from "@selfsame/client";

const [reference = "", customer = ""] = process.argv.slice(2);
const selfsame = new Selfsame(); // SELFSAME_URL and SELFSAME_API_KEY

try {
  // Repeating the command within a day returns the same session.
  const idempotency_key = `sign-up-${customer}`;
  const { id, url } = await selfsame.sessions.create({ reference, external_id: customer, idempotency_key });
  console.log(id, url);
} catch (error) {
  if (!(error instanceof ApiError)) throw error;
  console.error(`${error.code}: ${error.message}`); // ends with the hint
  process.exitCode = 1;
}
