import { once } from "node:events";
import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { AppError } from "@rewards/domain";
import { afterAll, expect, test } from "vitest";
import { type ByteBudget, createByteBudget, readBody } from "./body.read.ts";

const bytesMax = 1_000_000;
const networkBytesMax = 300_000;

/** A budget that records its peak. */
function openBudget(): ByteBudget & { held: number; most: number } {
  const budget = createByteBudget({ bytesMax: 10_000_000, networkBytesMax });
  const seen = { held: 0, most: 0 };
  const move = (bytes: number) => {
    seen.held += bytes;
    seen.most = Math.max(seen.most, seen.held);
  };
  return Object.assign(seen, {
    add: (network: string, bytes: number) => {
      move(bytes);
      budget.add(network, bytes);
    },
    remove: (network: string, bytes: number) => {
      move(-bytes);
      budget.remove(network, bytes);
    },
    isOver: budget.isOver,
  });
}

const budget = openBudget();
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
const nothingHeld = () => expect.poll(() => budget.held).toBe(0);

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

test("one network can exceed its share without affecting others, until the total is exceeded", () => {
  const budget = createByteBudget({ bytesMax: 100, networkBytesMax: 40 });
  budget.add("a", 41);
  expect([budget.isOver("a"), budget.isOver("b")]).toEqual([true, false]);
  budget.add("b", 40);
  budget.add("c", 20);
  expect([budget.isOver("b"), budget.isOver("d")]).toEqual([true, true]);
  budget.remove("c", 20);
  expect([budget.isOver("a"), budget.isOver("b"), budget.isOver("d")]).toEqual([true, false, false]);
  budget.remove("a", 41);
  expect(budget.isOver("a")).toBe(false);
});
