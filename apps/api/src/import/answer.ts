import { setTimeout as delay } from "node:timers/promises";
import { constants, createGzip, type Gzip } from "node:zlib";
import { type Answer, gzipHeaders, gzipLevel, packableHeaders, plainAnswerBytesMax, takesGzip } from "../answer.ts";
import { discardBody, isArriving } from "../discard.ts";

export const linesType = "application/x-ndjson";

/** Of an answer. A caller may send its whole body before it reads: IDs of 20,000 lines take less. */
const unsentBytesMax = 8_388_608;
/** How long a caller may read nothing once so much is not sent. */
const stallMsMax = 10_000;
const lookEveryMs = 50;

/** The answer to an import, which is sent while its body arrives. */
export class LinesAnswer {
  private readonly answer: Answer;
  private packing: Gzip | undefined;
  hasBegun = false;

  constructor(answer: Answer) {
    this.answer = answer;
  }

  /** Sends lines, each with its end. */
  write(lines: string): void {
    if (!this.hasBegun) this.begin(lines.length > plainAnswerBytesMax);
    // The caller may have gone.
    if (!this.answer.destroyed) (this.packing ?? this.answer).write(lines);
  }

  /** Bytes that the caller has not taken yet. */
  unsentBytes(): number {
    return this.answer.writableLength + (this.packing?.writableLength ?? 0);
  }

  /** Waits while too much is not sent, as of many long errors; ends the connection if its caller reads nothing then. */
  async awaitRoom(): Promise<void> {
    let [leastBytes, waitedMs] = [Number.POSITIVE_INFINITY, 0];
    while (this.unsentBytes() > unsentBytesMax && !this.answer.destroyed) {
      waitedMs = this.unsentBytes() < leastBytes ? 0 : waitedMs + lookEveryMs;
      leastBytes = this.unsentBytes();
      if (waitedMs > stallMsMax) this.answer.destroy();
      await delay(lookEveryMs);
    }
  }

  /** @param isBroken the connection cannot be used for another request. */
  end(isBroken: boolean): void {
    if (!this.hasBegun) this.begin(false);
    const { req } = this.answer;
    const end = () => {
      if (isBroken || !req.complete) this.answer.once("finish", () => req.socket.destroySoon());
      (this.packing ?? this.answer).end();
    };
    if (!isBroken && isArriving(req)) discardBody(req, end);
    else end();
  }

  private begin(isLarge: boolean): void {
    this.hasBegun = true;
    const isPacked = isLarge && takesGzip(this.answer.req);
    const packed = isPacked ? gzipHeaders : isLarge && packableHeaders;
    this.answer.writeHead(200, { "content-type": linesType, ...packed });
    if (!isPacked) return;
    this.packing = createGzip({ level: gzipLevel, flush: constants.Z_SYNC_FLUSH });
    this.packing.pipe(this.answer);
  }
}
