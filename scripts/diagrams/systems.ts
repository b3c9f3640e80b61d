import type { Layers } from "./layers.ts";

/** Components of each deployment, by the name of their picture in docs/diagrams/. */
export const systems: Readonly<Record<string, Layers>> = {
  cluster: {
    title: "Three nodes behind nginx",
    layers: [
      { boxes: [{ title: "Browsers" }, { title: "Your backends" }] },
      {
        arrow: "HTTPS",
        boxes: [{ title: "nginx", lines: ["TLS. To the node with the fewest requests; retries where it is safe"] }],
      },
      {
        arrow: "HTTP",
        boxes: [
          { title: "Node 1", lines: ["HTTP process", "a worker for each core"] },
          { title: "Node 2", lines: ["the same"] },
          { title: "Node 3", lines: ["the same"] },
        ],
      },
      {
        arrow: "SQL and Redis",
        boxes: [
          { title: "PostgreSQL", lines: ["keys, sessions, challenges, batches, events, jobs, usage"] },
          { title: "Redis", lines: ["limits per minute and at once, exact over all nodes"] },
        ],
      },
      {
        arrow: "From any node",
        boxes: [
          { title: "Your webhook endpoints", lines: ["signed events"] },
          { title: "Photo hosts", lines: ["that you allow"] },
        ],
      },
    ],
  },
  "data-flow": {
    title: "What exists where, and for how long",
    layers: [
      {
        boxes: [
          {
            title: "Person's device",
            lines: [
              ["camera picture, guidance models", "while the page is open"],
              ["sign of this device in the session", "until the tab closes"],
            ],
          },
        ],
      },
      {
        arrow: "selfie, frames (TLS)",
        boxes: [
          {
            title: "Selfsame: memory of one node",
            lines: [
              ["photos, pixels", "until analyzed"],
              ["landmarks, embeddings, scores", "until the response is sent"],
            ],
          },
        ],
      },
      {
        arrow: "no photo",
        boxes: [
          {
            title: "Selfsame: database",
            lines: [
              ["embedding of a session's reference, sealed", "until the session ends"],
              ["measurements of challenge frames, sealed", "to the end of the challenge, 62 minutes at most"],
              ["fingerprints of challenge photos", "30 days"],
              ["verdict, your ids, consent, timeline of a session", "90 days after its end"],
              ["batch results", "30 days after the end"],
              ["events, deliveries", "30 days"],
              ["request log", "7 days"],
              ["audit log", "13 months"],
              ["usage counts", "until the key or account is deleted"],
            ],
          },
        ],
      },
      {
        arrow: "ids, status, verdict (TLS)",
        boxes: [{ title: "Your backend", lines: [["verdict, your own reference photo", "as you decide"]] }],
      },
      { boxes: [{ title: "Anybody else", lines: ["nothing"] }] },
    ],
  },
  house: {
    title: "The parts of the code and what they import",
    layers: [
      {
        boxes: [
          { title: "camera", lines: ["guides and plays the challenge"] },
          { title: "verify-page", lines: ["hosted page"] },
          { title: "dashboard" },
        ],
      },
      {
        arrow: "HTTP only",
        boxes: [
          { title: "server: api", lines: ["version 2, version 3, dashboard, docs"] },
          { title: "cli, lab", lines: ["the program selfsame, and what it measures"] },
        ],
      },
      {
        arrow: "imports",
        boxes: [
          { title: "features", lines: ["sessions, batches, webhooks, alerts, retention"] },
          { title: "accounts", lines: ["keys, limits, usage, people"] },
        ],
      },
      {
        arrow: "imports",
        boxes: [
          { title: "liveness", lines: ["challenge, attestation"] },
          { title: "documents", lines: ["chips, wallets"] },
        ],
      },
      {
        arrow: "imports",
        boxes: [{ title: "photo", lines: ["images, engine, verify"] }],
      },
      {
        arrow: "imports",
        boxes: [
          { title: "platform", lines: ["store, queue, events, audit, secrets, outbound, ops"] },
          { title: "face", lines: ["pixels in, faces out: no Node, no DOM, no I/O. The camera imports it, too"] },
        ],
      },
    ],
  },
};
