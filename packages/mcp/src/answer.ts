import { SelfsameError } from "@selfsame/client";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { PageError } from "./pages.ts";

/** Characters of one answer: some 10,000 tokens. */
export const answerLength = 40_000;

/** What a tool found, as text. */
export const textAnswer = (text: string): CallToolResult => ({ content: [{ type: "text", text }] });

export const jsonAnswer = (value: unknown): CallToolResult => textAnswer(cut(JSON.stringify(value, null, 2)));

function cut(text: string): string {
  return text.length <= answerLength
    ? text
    : `${text.slice(0, answerLength)}\n(cut off after ${answerLength} characters)`;
}

/** A part of a long text, and how to read on. @param offset characters to skip */
export function pageAnswer(text: string, offset: number): CallToolResult {
  const end = offset + answerLength;
  const rest =
    end < text.length ? `\n\n(Characters ${offset} to ${end} of ${text.length}. Read on with offset ${end}.)` : "";
  return textAnswer(`${text.slice(offset, end)}${rest}`);
}

/** Runs a tool. An error of the service or of the documentation is an answer that the agent can act on; any other is a fault of ours. */
export async function answering(run: () => Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof SelfsameError || error instanceof PageError)) throw error;
    return { ...textAnswer(error.message), isError: true };
  }
}
