import { expect, test } from "vitest";
import { createSweep, type WatchedConnection } from "./connection.watch.ts";

const sweepsMax = 4;

type Opened = ReturnType<typeof openConnection>;

/** A connection as the driver exposes it, controlled by the test. */
function openConnection() {
  const state = { isWaiting: false, socket: { bytesRead: 1 } as { bytesRead: number } | null };
  let code: unknown;
  const connection: WatchedConnection = {
    isWaiting: () => state.isWaiting,
    socket: () => state.socket,
    lose(error) {
      code = (error as { code?: unknown }).code;
      Object.assign(state, { isWaiting: false, socket: null });
    },
  };
  return { state, connection, isLost: () => code === "CONNECTION_SILENT" };
}

const read = ({ state }: Opened) => {
  if (state.socket) state.socket.bytesRead += 1;
};

function openPool(size: number) {
  const pool = Array.from({ length: size }, openConnection);
  const sweep = createSweep(
    pool.map(({ connection }) => connection),
    sweepsMax,
  );
  const sweeps = (count: number, each: () => void = () => undefined) => {
    for (let n = 0; n < count; n += 1) {
      each();
      sweep();
    }
  };
  return { pool, sweeps, lost: () => pool.map((one) => one.isLost()) };
}

test("a connection is ended once it has waited too long for an answer, and not before", () => {
  const { pool, sweeps, lost } = openPool(1);
  (pool[0] as Opened).state.isWaiting = true;
  sweeps(sweepsMax);
  expect(lost()).toEqual([false]);
  sweeps(1);
  expect(lost()).toEqual([true]);
});

test("an idle connection is never ended for being silent", () => {
  const { sweeps, lost } = openPool(3);
  sweeps(100);
  expect(lost()).toEqual([false, false, false]);
});

test("an answer that arrives in pieces may take longer than the limit", () => {
  const { pool, sweeps, lost } = openPool(1);
  const one = pool[0] as Opened;
  one.state.isWaiting = true;
  for (let pieces = 0; pieces < 20; pieces += 1) {
    sweeps(sweepsMax);
    read(one);
  }
  expect(lost()).toEqual([false]);
  sweeps(sweepsMax + 1);
  expect(lost()).toEqual([true]);
});

test("answered statements one after the other are no silence, however long they go on", () => {
  const { pool, sweeps, lost } = openPool(1);
  const one = pool[0] as Opened;
  one.state.isWaiting = true;
  sweeps(100, () => read(one));
  expect(lost()).toEqual([false]);
});

test("a silent connection ends with all that have read nothing since, idle or waiting; answered ones stay", () => {
  const { pool, sweeps, lost } = openPool(4);
  const [silent, , late, answered] = pool as [Opened, Opened, Opened, Opened];
  sweeps(10);
  silent.state.isWaiting = true;
  sweeps(sweepsMax - 1);
  late.state.isWaiting = true;
  read(answered);
  sweeps(2);
  // Before the others, so that a refused caller does not get it.
  expect(lost()).toEqual([false, true, false, false]);
  sweeps(1);
  expect(lost()).toEqual([true, true, true, false]);
});

test("a reopened connection starts a new wait, even if it has read as many bytes as before", () => {
  const { pool, sweeps, lost } = openPool(1);
  const { state } = pool[0] as Opened;
  state.isWaiting = true;
  sweeps(sweepsMax);
  state.socket = { bytesRead: 1 };
  sweeps(sweepsMax);
  expect(lost()).toEqual([false]);
});
