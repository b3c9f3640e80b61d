/** The table of cases that every client shares, in clients/cases.json. e2e/install/client-runtimes.test.ts runs it elsewhere than in Node. */
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
