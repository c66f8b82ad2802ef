import type { ReadAnswer } from "./read.call.ts";

/** A response up to this size is handed to the socket at once. */
const smallAnswerBytes = 65_536;

const bytesOf = ({ slices }: ReadAnswer) => slices.reduce((sum, slice) => sum + slice.length, 0);
const headersOf = (answer: ReadAnswer) => ({ "content-type": "application/json", ...answer.headers });

/** The response to HEAD: it has the length of the body, without the body. */
export function respondHead(answer: ReadAnswer): Response {
  return new Response(null, { headers: { ...headersOf(answer), "content-length": String(bytesOf(answer)) } });
}

/**
 * A response whose body goes to the socket slice by slice, each after the previous one is taken.
 * @param hold counts the bytes not yet taken and returns the function that releases them.
 */
export function respondInSlices(answer: ReadAnswer, hold: (bytes: number) => (bytes: number) => void): Response {
  const { slices } = answer;
  const bytes = bytesOf(answer);
  const headers = headersOf(answer);
  const [first] = slices;
  if (slices.length === 1 && first && bytes <= smallAnswerBytes) return new Response(first, { headers });
  const giveBack = hold(bytes);
  const untaken = [...slices];
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const slice = untaken.shift();
        if (!slice) return controller.close();
        giveBack(slice.length);
        controller.enqueue(slice);
      },
      cancel() {
        for (const slice of untaken.splice(0)) giveBack(slice.length);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: { ...headers, "content-length": String(bytes) } });
}
