import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import { type AppError, everyRight } from "@rewards/domain";
import { expect, test } from "vitest";
import type { ApiContext } from "../call.ts";
import { createLimits, type LimitOptions } from "./limits.ts";
import { openAccounts, windowMs } from "./meter.ts";
import type { Quota } from "./quota.ts";
import { shareMeters } from "./share.ts";

const off = { calls: 0, bodyBytes: 0, readMs: 0, voucherMisses: 0 };

interface Sent {
  readonly client?: string;
  readonly address?: string;
  readonly bytes?: number;
}

function open(options: Partial<{ [Name in keyof LimitOptions]: Partial<LimitOptions[Name]> }>, share?: Share) {
  const clock = { ms: 1_000 };
  const nowMs = () => clock.ms;
  const limits = { client: { ...off, openCalls: 0, ...options.client }, address: { ...off, ...options.address } };
  const sharing = share && shareMeters({ tally: share, logger: { warn: share.log, info: share.log } as never, nowMs });
  sharing?.stop();
  const admit = createLimits(limits, { bodyBytesMax: 1_000, onUse: sharing?.onUse, nowMs });
  function send({ client, address = "1.2.3.4", bytes }: Sent = {}) {
    const headers = bytes === undefined ? {} : { "content-length": String(bytes) };
    const incoming = { headers, socket: { remoteAddress: address } } as unknown as IncomingMessage;
    const outgoing: { quota?: Quota } = {};
    const caller = { user: client ?? "x", rights: everyRight, isNamed: client !== undefined };
    const shown: OutgoingHttpHeaders = {};
    const refusal = refusalOf(() => admit({ env: { caller, incoming, outgoing } } as unknown as ApiContext));
    outgoing.quota?.addTo(shown);
    return { refusal, shown, quota: outgoing.quota };
  }
  return { clock, send, exchange: async () => sharing?.exchange() };
}

function refusalOf(work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return (error as AppError).code;
  }
}

type Share = ReturnType<typeof openShare>;

/** A Redis of which APIs see the sums, while it is up. */
function openShare() {
  const sums = new Map<string, number>();
  const lines: string[] = [];
  return {
    isUp: true,
    /** Counts, and does not answer in time. */
    isFrozen: false,
    lines,
    log: (message: string) => void lines.push(message),
    async add(key: string, amount: number) {
      if (!this.isUp) throw new Error("away");
      const total = (sums.get(key) ?? 0) + amount;
      sums.set(key, total);
      if (this.isFrozen) throw new Error("late");
      return { total, endsInMs: 30_000 };
    },
    close: () => undefined,
  };
}

test("a client's calls are limited a minute, its window begins with its first call, and other clients are not affected", () => {
  const { clock, send } = open({ client: { calls: 3 } });
  const policy = '"client-calls";q=3;w=60';
  expect(send({ client: "a" }).shown).toEqual({ "ratelimit-policy": policy, ratelimit: '"client-calls";r=2;t=60' });
  clock.ms += 20_500;
  expect([send({ client: "a" }).refusal, send({ client: "a" }).refusal]).toEqual([undefined, undefined]);
  const { refusal, shown } = send({ client: "a" });
  expect(refusal).toBe("Error_Calls_TooMany");
  expect(shown).toEqual({ "ratelimit-policy": policy, ratelimit: '"client-calls";r=0;t=40', "retry-after": "40" });
  expect(send({ client: "b" }).refusal).toBeUndefined();
  clock.ms += windowMs - 20_501;
  expect(send({ client: "a" }).refusal).toBe("Error_Calls_TooMany");
  clock.ms += 1;
  expect(send({ client: "a" }).refusal).toBeUndefined();
});

test("an address is limited over all of its callers, and a client over all of its addresses", () => {
  const { send } = open({ client: { calls: 2 }, address: { calls: 3 } });
  expect(send({ client: "a" }).shown).toMatchObject({
    "ratelimit-policy": '"client-calls";q=2;w=60, "address-calls";q=3;w=60',
    ratelimit: '"client-calls";r=1;t=60, "address-calls";r=2;t=60',
  });
  expect(send({ client: "a", address: "5.6.7.8" }).refusal).toBeUndefined();
  expect(send({ client: "a", address: "9.9.9.9" }).refusal).toBe("Error_Calls_TooMany");
  expect([send({ client: "b" }).refusal, send().refusal, send({ client: "c" }).refusal]).toEqual([
    undefined,
    undefined,
    "Error_Calls_TooMany",
  ]);
});

test("the limit is shown at the first call of a window, and once half of it is used", () => {
  const { clock, send } = open({ client: { calls: 6 } });
  const shown = () => "ratelimit" in send({ client: "a" }).shown;
  expect([shown(), shown(), shown()]).toEqual([true, false, true]);
  clock.ms += windowMs;
  expect([shown(), shown()]).toEqual([true, false]);
});

test("callers without limits have no headers and no count", () => {
  const { send } = open({ client: { calls: 1 } });
  expect(send()).toEqual({ refusal: undefined, shown: {}, quota: undefined });
});

test("unanswered calls of a client are bounded; an answer makes room, and only once", () => {
  const { send } = open({ client: { openCalls: 2 } });
  const first = send({ client: "a" });
  expect([send({ client: "a" }).refusal, send({ client: "a" }).refusal]).toEqual([undefined, "Error_Requests_TooMany"]);
  first.quota?.end();
  first.quota?.end();
  expect([send({ client: "a" }).refusal, send({ client: "a" }).refusal]).toEqual([undefined, "Error_Requests_TooMany"]);
});

test("bytes of bodies count before they are read, unpacked ones after; calls without a body pass", () => {
  const { send } = open({ client: { bodyBytes: 1_000 } });
  send({ client: "a", bytes: 400 }).quota?.useBody(900);
  expect(send({ client: "a", bytes: 1 }).refusal).toBeUndefined();
  send({ client: "a", bytes: 400 }).quota?.useBody(400);
  const { refusal, shown } = send({ client: "a", bytes: 1 });
  expect(refusal).toBe("Error_BodyBytes_TooMany");
  expect(shown).toEqual({
    "ratelimit-policy": '"client-body-bytes";q=1000;qu="content-bytes";w=60',
    ratelimit: '"client-body-bytes";r=0;t=60',
    "retry-after": "60",
  });
  expect(send({ client: "a" }).refusal).toBeUndefined();
  send({ client: "b", bytes: 10 ** 12 }).quota?.giveBack("bodyBytes");
  expect(send({ client: "b", bytes: 1 }).refusal).toBeUndefined();
});

test("misses are counted before their answers are known, and hits are given back, but not to the next minute", () => {
  const { clock, send } = open({ client: { voucherMisses: 2 } });
  const guess = () => {
    const { quota } = send({ client: "a" });
    return { refusal: refusalOf(() => quota?.take("voucherMisses")), quota };
  };
  const first = guess();
  expect([guess().refusal, guess().refusal]).toEqual([undefined, "Error_VoucherLookups_TooMany"]);
  first.quota?.giveBack("voucherMisses");
  const second = guess();
  expect([second.refusal, guess().refusal]).toEqual([undefined, "Error_VoucherLookups_TooMany"]);
  clock.ms += windowMs;
  second.quota?.giveBack("voucherMisses");
  expect([1, 2, 3].map(() => guess().refusal)).toEqual([undefined, undefined, "Error_VoucherLookups_TooMany"]);
});

test("the number of remembered addresses is bounded: the one that came first is forgotten", () => {
  const accounts = openAccounts("address", { ...off, calls: 1 }, 3);
  const [first, second] = ["a", "b", "c"].map((network) => accounts.of(network));
  accounts.of("d");
  expect(accounts.of("b")).toBe(second);
  expect(accounts.of("a")).not.toBe(first);
});

test("APIs that share know each other's calls after an exchange; a caller far below its limit is not exchanged", async () => {
  const share = openShare();
  const options = { client: { calls: 100 } };
  const [one, two] = [open(options, share), open(options, share)];
  for (let count = 0; count < 99; count += 1) one.send({ client: "a" });
  two.send({ client: "a" });
  await Promise.all([one.exchange(), two.exchange()]);
  expect(two.send({ client: "a" }).refusal).toBeUndefined();
  await two.exchange();
  expect(two.send({ client: "a" }).refusal).toBe("Error_Calls_TooMany");
  expect(two.send({ client: "a" }).shown).toMatchObject({ ratelimit: '"client-calls";r=0;t=30' });
  expect(one.send({ client: "a" }).refusal).toBeUndefined();
  await one.exchange();
  expect(one.send({ client: "a" }).refusal).toBe("Error_Calls_TooMany");
});

test("without Redis each API counts alone, with one line; once it is back, nothing that was counted is lost", async () => {
  const share = openShare();
  const [one, two] = [open({ client: { calls: 4 } }, share), open({ client: { calls: 4 } }, share)];
  share.isUp = false;
  for (let count = 0; count < 3; count += 1) {
    expect(one.send({ client: "a" }).refusal).toBeUndefined();
    await one.exchange();
  }
  expect(share.lines).toHaveLength(1);
  share.isUp = true;
  two.send({ client: "a" });
  await Promise.all([one.exchange(), two.exchange()]);
  expect(share.lines).toHaveLength(2);
  expect([one.send({ client: "a" }).refusal, two.send({ client: "a" }).refusal]).toContain("Error_Calls_TooMany");
});

test("a Redis that counts without answering is not sent the same use twice while it does not answer", async () => {
  const share = openShare();
  const { send, exchange } = open({ client: { calls: 10 } }, share);
  share.isFrozen = true;
  for (let count = 0; count < 3; count += 1) {
    send({ client: "a" });
    await exchange();
  }
  share.isFrozen = false;
  await exchange();
  // Only the first round counts twice, because its answer was lost.
  expect(send({ client: "a" }).shown).toMatchObject({ ratelimit: '"client-calls";r=5;t=30' });
});

test("what is exchanged for a window that has ended does not count in the next one", async () => {
  const share = openShare();
  const { clock, send, exchange } = open({ client: { calls: 2 } }, share);
  send({ client: "a" });
  send({ client: "a" });
  const exchanging = exchange();
  clock.ms += windowMs;
  send({ client: "a" });
  await exchanging;
  expect(send({ client: "a" }).refusal).toBeUndefined();
});
