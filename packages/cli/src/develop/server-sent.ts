/** The longest message: a longer one does not come from this service. */
const messageCharsMax = 1_000_000;

/** The data of each message in a stream of server-sent events (HTML, 9.2); `undefined` for a comment. @throws Error if a message does not end */
export async function* serverSentData(body: AsyncIterable<Uint8Array>): AsyncGenerator<string | undefined> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of body) {
    const messages = (rest + decoder.decode(chunk, { stream: true })).split("\n\n");
    rest = messages.pop() ?? "";
    if (rest.length > messageCharsMax) throw new Error("a message of the stream does not end");
    for (const message of messages) {
      const data = message.split("\n").filter((line) => line.startsWith("data: "));
      yield data.length === 0 ? undefined : data.map((line) => line.slice("data: ".length)).join("\n");
    }
  }
}
