/** A message longer than this is nothing of ours. */
const messageCharsMax = 1_000_000;

/** The data of each message of a stream of server-sent events (HTML, 9.2); comments are `undefined`. @throws Error for a message without an end */
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
