import { once } from "node:events";
import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { AppError } from "@rewards/domain";
import { Budget } from "@rewards/runtime";
import { afterAll, expect, test } from "vitest";
import { readBody } from "./body.read.ts";

const bytesMax = 1_000_000;
const networkBytesMax = 300_000;

/** A budget that records its peak. */
class WatchedBudget extends Budget {
  most = 0;
  override add(network: string, bytes: number): void {
    super.add(network, bytes);
    this.most = Math.max(this.most, this.used);
  }
}

const budget = new WatchedBudget({ max: 10_000_000, ofKeyMax: networkBytesMax });
const server = createServer((incoming: IncomingMessage, answer) => {
  readBody(incoming, bytesMax, budget).then(
    (body) => answer.end(String(body.length)),
    (error) => answer.end(error instanceof AppError ? error.code : String(error)),
  );
});
await once(server.listen(0, "127.0.0.1"), "listening");
const { port } = server.address() as AddressInfo;
afterAll(() => void server.close());

async function send(body: Buffer): Promise<string> {
  const call = request({ port, host: "127.0.0.1", method: "POST", headers: { "content-encoding": "gzip" } });
  call.end(body);
  const [answer] = (await once(call, "response")) as [IncomingMessage];
  return Buffer.concat(await answer.toArray()).toString();
}
const nothingHeld = () => expect.poll(() => budget.used).toBe(0);

test("a body is unpacked completely, and its bytes are released", async () => {
  expect(await send(gzipSync(Buffer.alloc(250_000, "x")))).toBe("250000");
  expect(budget.most).toBeGreaterThanOrEqual(250_000);
  await nothingHeld();
});

test("a gzip bomb is unpacked only up to the body's or its network's byte limit, whichever comes first", async () => {
  const bomb = gzipSync(Buffer.alloc(100_000_000));
  budget.most = 0;
  expect(await send(bomb)).toBe("Error_Service_Overloaded");
  expect(budget.most).toBeLessThan(networkBytesMax + bomb.length + 65_536);
  await nothingHeld();
});

test("a small body is unpacked even if its network is over its byte limit", async () => {
  budget.add("127.0.0.1", networkBytesMax + 1);
  expect(await send(gzipSync(Buffer.alloc(8_192)))).toBe("8192");
  expect(await send(gzipSync(Buffer.alloc(8_193)))).toBe("Error_Service_Overloaded");
  budget.remove("127.0.0.1", networkBytesMax + 1);
  await nothingHeld();
});

test("many concurrent bodies that are not gzip leave no bytes held", async () => {
  const broken = gzipSync(Buffer.alloc(200_000)).fill(9, 20, 60);
  const codes = await Promise.all(Array.from({ length: 40 }, () => send(broken)));
  expect(new Set(codes)).toEqual(new Set(["Error_Body_Malformed"]));
  await nothingHeld();
});
