/** The photos that a session's receipt lists: the references, and the photos of the attempt that decided it. */
import type { Kysely } from "kysely";
import type { Schema } from "@selfsame/platform/store/schema";
import type { ReceivedPhoto } from "../receipts/receipt.ts";
import type { SessionRow } from "./session.ts";

/** Adds photos, if the session has a receipt. A new selfie or reference replaces the previous ones. */
export async function addPhotos(
  db: Kysely<Schema>,
  { id, receipt_photos }: Pick<SessionRow, "id" | "receipt_photos">,
  photos: readonly ReceivedPhoto[],
): Promise<void> {
  if (receipt_photos === null || photos.length === 0) return;
  const row = await db
    .selectFrom("verification_sessions")
    .select("receipt_photos")
    .where("id", "=", id)
    .executeTakeFirst();
  const known = parsed(row?.receipt_photos ?? "[]").filter(
    ({ part }) => part === "frame" || !photos.some((photo) => photo.part === part),
  );
  await db
    .updateTable("verification_sessions")
    .set({ receipt_photos: JSON.stringify([...known, ...photos]) })
    .where("id", "=", id)
    // A withdrawal has set this to null: nothing is added then.
    .where("receipt_photos", "is not", null)
    .execute();
}

/** Removes the photos of the last attempt before the next one starts. */
export const referencesAlone = (photos: string | null): string | null =>
  photos === null ? null : JSON.stringify(parsed(photos).filter(({ part }) => !ofAttempt.test(part)));

const ofAttempt = /^(?:selfie|frame)/;
const parsed = (json: string) => JSON.parse(json) as readonly ReceivedPhoto[];
