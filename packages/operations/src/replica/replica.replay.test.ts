import { expect, test } from "vitest";
import { createReplay } from "./replica.replay.ts";

/** A replica and a primary at positions that the test moves, with the number of times that each was asked. */
function openServers({ replayed = 0n, position = 0n } = {}) {
  const servers = { replayed, position, isSilent: false, ofReplica: 0, ofPrimary: 0 };
  const replay = createReplay({
    async readFacts() {
      servers.ofReplica += 1;
      if (servers.isSilent) await new Promise(() => undefined);
      return { isStandby: true, replayed: servers.replayed };
    },
    async readPosition() {
      servers.ofPrimary += 1;
      return servers.position;
    },
  });
  return { servers, replay };
}

test("what is replayed needs no statement, and without a replica nobody waits", async () => {
  const { servers, replay } = openServers();
  expect(await replay.await(1n)).toBe(false);
  replay.follow(10n);
  expect(await Promise.all([replay.await(undefined), replay.await(0n), replay.await(10n)])).toEqual([true, true, true]);
  replay.follow(undefined);
  expect(await replay.await(undefined)).toBe(false);
  expect([servers.ofReplica, servers.ofPrimary]).toEqual([0, 0]);
});

test("a read waits until the replica has replayed the position, and many wait together", async () => {
  const { servers, replay } = openServers({ replayed: 10n });
  replay.follow(10n);
  replay.note(20n);
  const waiting = Array.from({ length: 500 }, () => replay.await(20n));
  servers.replayed = 20n;
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([true]));
  expect(servers.ofReplica).toBeLessThan(500);
  expect(servers.ofPrimary).toBe(0);
});

test("a position that the replica does not reach, or that it is not asked for any more, ends at the primary", async () => {
  const { servers, replay } = openServers({ replayed: 10n });
  replay.follow(10n);
  replay.note(20n);
  expect(await replay.await(20n)).toBe(false);
  servers.isSilent = true;
  expect(await replay.await(20n)).toBe(false);
  const waiting = replay.await(20n);
  replay.follow(undefined);
  expect(await waiting).toBe(false);
});

test("a position ahead of the primary does not wait, and however many send one, the primary is asked seldom", async () => {
  const { servers, replay } = openServers({ replayed: 10n, position: 20n });
  replay.follow(10n);
  const asked = await Promise.all(Array.from({ length: 500 }, () => replay.await(1_000n)));
  expect(new Set(asked)).toEqual(new Set([false]));
  expect(servers.ofPrimary).toBe(1);
  expect(servers.ofReplica).toBe(0);
  // Another process has written meanwhile.
  servers.position = 30n;
  servers.replayed = 30n;
  await expect.poll(() => replay.await(30n)).toBe(true);
});

test("after the primary was replaced, its lower position counts", async () => {
  const { servers, replay } = openServers({ replayed: 10n, position: 15n });
  replay.follow(10n);
  replay.note(1_000n);
  replay.learn(15n);
  expect(await replay.await(500n)).toBe(false);
  expect(servers.ofReplica).toBe(0);
});
