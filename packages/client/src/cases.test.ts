/** Runs clients/cases.json, the test cases that all clients share. e2e/install/client-runtimes.test.ts runs them in runtimes other than Node. */
import { test } from "node:test";
import { answeringServer } from "./testing/answering-server.ts";
import { assertCase, assertWebhook, replyOf, table } from "./testing/assert-case.ts";
import { performCase, performWebhook } from "./testing/perform-case.ts";

for (const one of table.cases) {
  test(`every client: ${one.name}`, async (t) => {
    const { baseUrl, received } = await answeringServer(t, ...one.replies.map(replyOf));
    assertCase(one, await performCase(one, baseUrl), received);
  });
}

for (const one of table.webhooks.cases) {
  test(`every client: a webhook: ${one.name}`, async () => {
    assertWebhook(one, await performWebhook(table, one));
  });
}
