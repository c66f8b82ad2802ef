import type { IncomingMessage } from "node:http";
import { AppError } from "@rewards/domain";
import type { ByteBudget } from "./body.budget.ts";
import { networkOfRequest } from "./connections/address.ts";

/**
 * Bodies up to this size do not count against the byte budget, so large bodies never cause the refusal of a small sale.
 */
export const smallBytesMax = 8_192;

/** How much of a body over the limit is read and discarded if the connection closes with the response. */
const discardedBytesMax = 33_554_432;

/** Reads from the socket's stream: a web stream around it costs more than all of the parsing. */
export function readBytes(incoming: IncomingMessage, bytesMax: number, budget: ByteBudget): Promise<Buffer> {
  const network = networkOfRequest(incoming);
  const isTooLong = Number(incoming.headers["content-length"] ?? 0) > bytesMax;
  if (isTooLong && !endsWithAnswer(incoming)) return Promise.reject(new AppError("Error_Body_TooLarge"));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let refusal = isTooLong ? new AppError("Error_Body_TooLarge") : undefined;
    let held = 0;
    const letGo = () => {
      if (held > 0) budget.remove(network, held);
      held = 0;
      chunks.length = 0;
    };
    const take = (chunk: Buffer) => {
      length += chunk.length;
      if (length > smallBytesMax && !refusal) {
        budget.add(network, length - held);
        held = length;
      }
      if (length > bytesMax) refusal ??= new AppError("Error_Body_TooLarge");
      else if (length > smallBytesMax && budget.isOver(network)) refusal ??= new AppError("Error_Service_Overloaded");
      if (!refusal) return void chunks.push(chunk);
      letGo();
      if (endsWithAnswer(incoming) && length <= discardedBytesMax) return;
      incoming.off("data", take);
      reject(refusal);
    };
    incoming.on("data", take);
    incoming.on("end", () => {
      const whole = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
      letGo();
      if (refusal) reject(refusal);
      else resolve(whole);
    });
    // `close` also follows a connection error. `error` itself is emitted only if it has a listener.
    incoming.on("close", () => {
      letGo();
      if (!incoming.complete) reject(cutOff());
    });
  });
}

export const cutOff = () => new AppError("Error_Body_Malformed", undefined, { reason: "the connection was closed" });

/**
 * Closing a connection while its caller still sends resets it, and the response may be lost. If the connection closes
 * with the response, a refusal therefore waits until the caller has sent everything.
 */
function endsWithAnswer({ headers, httpVersion }: IncomingMessage): boolean {
  const connection = headers.connection?.toLowerCase() ?? "";
  return connection.includes("close") || (httpVersion === "1.0" && !connection.includes("keep-alive"));
}
