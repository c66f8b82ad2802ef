import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { describe, expect, onTestFinished, test } from "vitest";
import { createAddressCheck } from "./address.check.ts";
import { createGuardedAgent } from "./agent.guard.ts";
import { sendWebhook } from "./webhook.send.ts";

const secrets = ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", `whsec_${Buffer.alloc(32, 7).toString("base64")}`];
const body = JSON.stringify({ type: "sale.completed", timestamp: "2026-11-21T13:31:49.313Z", data: { ID: "SALE-1" } });
const never = new AbortController().signal;

/** A receiver on loopback; `requests` counts what arrived. */
async function receive(listener: RequestListener): Promise<{ port: number; requests: () => number }> {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, requests: () => requests };
}

function send(url: string, networks = ["127.0.0.0/8", "::1/128"], signal = never) {
  const agent = createGuardedAgent(createAddressCheck(networks));
  onTestFinished(() => agent.destroy());
  return sendWebhook(agent, { url, secrets, id: "EVT-1", body, at: new Date() }, signal);
}

test("each secret verifies what arrives", async () => {
  const seen: unknown[] = [];
  const { port } = await receive(async (request, response) => {
    const text = (await request.toArray()).join("");
    const headers = request.headers as Record<string, string>;
    for (const secret of secrets) seen.push(new Webhook(secret).verify(text, headers));
    response.end();
  });
  expect(await send(`http://127.0.0.1:${port}/in`)).toMatchObject({ status: 200, error: "" });
  expect(seen).toEqual([JSON.parse(body), JSON.parse(body)]);
});

describe("no request arrives", () => {
  test.each([
    ...["127.0.0.1", "127.1", "2130706433", "0x7f.1", "0", "0.0.0.0", "localhost", "foo.localhost"],
    ...["[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::]", "[64:ff9b::7f00:1]"],
  ])("at http://%s", async (host) => {
    const { port, requests } = await receive((_, response) => response.end());
    for (const scheme of ["http", "https"]) {
      const { status, error } = await send(`${scheme}://${host}:${port}/`, []);
      expect([status, error]).toEqual([null, expect.stringMatching(/^(ADDRESS_REFUSED|ENOTFOUND|EAI_AGAIN)$/)]);
    }
    expect(requests()).toBe(0);
  });

  test("at the target of a redirect, which counts as the answer", async () => {
    const target = await receive((_, response) => response.end());
    const { port } = await receive((_, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${target.port}/` }).end(),
    );
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 307 });
    expect(target.requests()).toBe(0);
  });
});

describe("the status counts, whatever follows it", () => {
  const chunk = Buffer.alloc(65_536);
  /** Writes until the caller closes. @returns the bytes that it took. */
  async function flood(response: ServerResponse): Promise<number> {
    let sent = 0;
    while (!response.destroyed && sent < 50_000_000) {
      if (!response.write(chunk)) await Promise.race([pause(5), new Promise((done) => response.once("drain", done))]);
      sent += chunk.length;
    }
    return sent;
  }

  test("50 MB", async () => {
    let flooded: Promise<number> = Promise.resolve(0);
    const { port } = await receive((_, response) => {
      flooded = flood(response);
    });
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 200, error: "" });
    expect(await flooded).toBeLessThan(50_000_000);
  });

  test("a body that drips for ever", async () => {
    let isOpen = true;
    const { port } = await receive(async (request, response) => {
      request.socket.once("close", () => (isOpen = false));
      while (isOpen && response.write(".")) await pause(50);
    });
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 200 });
    await expect.poll(() => isOpen).toBe(false);
  });
});

test("a receiver that never answers is given up", async () => {
  const stop = new AbortController();
  const { port } = await receive(() => stop.abort());
  expect(await send(`http://127.0.0.1:${port}/`, undefined, stop.signal)).toMatchObject({
    status: null,
    error: "AbortError",
  });
});

test("a receiver that is not there", async () => {
  expect(await send("http://127.0.0.1:1/")).toMatchObject({ status: null, error: "ECONNREFUSED" });
});
