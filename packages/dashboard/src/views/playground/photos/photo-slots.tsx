import { takesUrls } from "../request/endpoints.ts";
import type { Exchange } from "../request/exchange.ts";
import { outlinesOf } from "./outlines-of.ts";
import { PhotoSlot } from "./photo-slot.tsx";

/** One slot per photo of the request, with the faces found after the response. */
export function PhotoSlots({ exchange: { draft, put, busy, answer } }: { readonly exchange: Exchange }) {
  const { endpoint, version, photos } = draft;
  return (
    <div class={`slots of-${endpoint.slots.length}`}>
      {endpoint.slots.map((slot) => (
        <PhotoSlot
          key={slot}
          slot={slot}
          photo={photos[slot]}
          onPhoto={(photo) => put(slot, photo)}
          outlines={outlinesOf(endpoint.name, version, answer, slot)}
          urls={takesUrls(endpoint, version)}
          busy={busy}
        />
      ))}
    </div>
  );
}
