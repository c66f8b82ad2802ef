import type { CustomFetch } from "openid-client";

const answerBytesMax = 1_048_576;

/** Ends with `signal`, and with an answer that is too large. openid-client itself follows no redirect. */
export function createFetch(signal: AbortSignal): CustomFetch {
  return async (url, options) => {
    const answer = await fetch(url, { ...options, body: options.body as NonNullable<RequestInit["body"]>, signal });
    const { status, headers } = answer;
    return new Response(await readBytes(answer), { status, headers });
  };
}

async function readBytes({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > answerBytesMax) throw new Error(`its answer is longer than ${answerBytesMax} bytes`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
