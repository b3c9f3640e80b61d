import { openWalletRequest, needsWallet } from "../../../../features/sessions/wallet/wallet-request.ts";
import { takeReturned } from "../../../../features/sessions/wallet/return.ts";
import type { JsonEndpoint } from "../../endpoint.ts";
import {
  askWalletSchema,
  returnedSchema,
  walletRequestSchema,
  walletReturnSchema,
} from "../../sessions/wallet-schemas.ts";
import { sessionPageTag, visitOf } from "./session-visit.ts";

export const walletEndpoint: JsonEndpoint = {
  method: "POST",
  path: "/session/wallet",
  name: "v3.session_wallet",
  key: "link",
  tag: sessionPageTag,
  summary: "Ask the wallet",
  description:
    "Of a session that was created with `wallet`: makes a request for the portrait (OpenID4VP 1.0, `direct_post.jwt`), which the person's wallet fetches and answers within ten minutes, once. `browser` and `browser_mdoc` are the same request for the Digital Credentials API, by OpenID4VP (`dc_api.jwt`) and by ISO/IEC 18013-7. The session's request before is void. `GET /session/events` reports the answer.",
  json: askWalletSchema,
  data: walletRequestSchema,
  codes: [
    "invalid_parameter",
    "unsupported_content_type",
    "session_ended",
    "session_not_started",
    "wallet_not_needed",
    "wallet_not_configured",
    "too_many_wallet_requests",
  ],
  example: {
    summary: "Asked",
    data: {
      url: "openid4vp://?client_id=x509_hash%3AUvo3HtuIxuhC92rShpgqcT3YXwrqRxWEviRiA0OZszk&request_uri=https%3A%2F%2Fface.example.com%2Fwallet%2Frequests%2F3fKq8Zr1Vb7Nw2Xc5Yd9Tsq4Zb1Jd8f3&request_uri_method=post",
      browser: {
        protocol: "openid4vp-v1-signed",
        request:
          "eyJhbGciOiJFUzI1NiIsInR5cCI6Im9hdXRoLWF1dGh6LXJlcStqd3QifQ.eyJyZXNwb25zZV90eXBlIjoidnBfdG9rZW4ifQ.c2lnbmF0dXJl",
        response_url: "https://face.example.com/wallet/browser-responses/3fKq8Zr1Vb7Nw2Xc5Yd9Tsq4Zb1Jd8f3",
      },
      browser_mdoc: {
        protocol: "org-iso-mdoc",
        device_request: "pGd2ZXJzaW9uYzEuMWtkb2NSZXF1ZXN0c4A",
        encryption_info: "gmVkY2FwaaA",
        response_url: "https://face.example.com/wallet/mdoc-responses/3fKq8Zr1Vb7Nw2Xc5Yd9Tsq4Zb1Jd8f3",
      },
      expires_at: "2026-11-22T09:40:00.000Z",
    },
  },
  run: async (deps, json, context) => {
    const { session } = visitOf(context);
    if (session.status === "open") return { code: "session_not_started" };
    if (session.status !== "started") return { code: "session_ended" };
    if (!needsWallet(session)) return { code: "wallet_not_needed" };
    const { wallet: identity, ...sessions } = deps.sessions;
    if (!identity) return { code: "wallet_not_configured" };
    const request = await openWalletRequest(sessions, session, askWalletSchema.parse(json).returns);
    if (!request) return { code: "too_many_wallet_requests", retryAfterSeconds: 60 };
    const { browserRequest, placeFor, walletLink } = await import("../../../../features/sessions/wallet/open-id.ts");
    const { isoRequest } = await import("../../../../features/sessions/wallet/iso-mdoc.ts");
    const place = await placeFor(sessions, { identity, publicUrl: deps.publicUrl() }, request.accountId);
    const data = {
      url: walletLink(place, request.id),
      browser: await browserRequest(place, request),
      browser_mdoc: isoRequest(place, request),
      expires_at: new Date(request.expiresAtMs).toISOString(),
    };
    return { outcome: "asked", data };
  },
};

export const walletReturnEndpoint: JsonEndpoint = {
  method: "POST",
  path: "/session/wallet/return",
  name: "v3.session_wallet_return",
  key: "link",
  tag: sessionPageTag,
  summary: "Come back from the wallet",
  description:
    "Of a request with `returns`: the wallet sends the person to `/verify#response_code=…`, and the browser that asked hands in the code. Only then does the portrait count: a wallet that was opened by another person's link gives them nothing.",
  json: walletReturnSchema,
  data: returnedSchema,
  codes: ["invalid_parameter", "unsupported_content_type"],
  example: { summary: "Taken", data: { received: true } },
  run: async ({ sessions }, json, context) => {
    const { response_code } = walletReturnSchema.parse(json);
    const received = await takeReturned(sessions, visitOf(context).session.id, response_code);
    return { outcome: received ? "taken" : "not_taken", data: { received } };
  },
};
