import { once } from "node:events";
import { connect, type Socket } from "node:net";
import postgres from "postgres";
import { expect, test } from "vitest";
import { openTestDatabase } from "./testing/database.ts";

const database = await openTestDatabase(2);

/** Makes the server forget the prepared statements of a pool's only session, as a pooler does that changes servers. */
const forget = (pool: postgres.Sql) => pool`deallocate all`;

test("statements that must be prepared again at once get their own answers", async () => {
  const pool = database.openPool(1);
  const ask = (n: number) => [
    pool`select ${n}::int as n`,
    pool`select ${`${n}`}::text as text, ${n}::int as n`,
    pool`select n from generate_series(${n}::int, ${n + 1}::int) n`,
  ];
  const answers = (n: number) => [[{ n }], [{ text: `${n}`, n }], [{ n }, { n: n + 1 }]];
  for (const query of ask(0)) await query;
  await forget(pool);
  const numbers = Array.from({ length: 20 }, (_, n) => n);
  const given = await Promise.all(numbers.flatMap(ask));
  expect(given.map((rows) => [...rows])).toEqual(numbers.flatMap(answers));
});

test("a statement that must be prepared again does not run inside the transaction that was begun behind it", async () => {
  await database.sql`create table again (n int)`;
  const pool = database.openPool(1);
  const insert = (n: number) => pool`insert into again values (${n})`;
  await insert(1);
  await forget(pool);
  const inserted = insert(2).execute();
  const undone = pool.begin(async (tx) => {
    await tx`insert into again values (3)`;
    throw new Error("undo");
  });
  await expect(undone).rejects.toThrow("undo");
  await inserted;
  expect([...(await pool`select n from again order by n`)]).toEqual([{ n: 1 }, { n: 2 }]);
});

test("a statement that is prepared again sends the same values", async () => {
  const pool = database.openPool(1);
  const ask = () => pool`
    select ${true}::bool as yes, ${pool.json({ a: ["b"] })}::jsonb as json, ${Buffer.from("ab")}::bytea as bytes,
      ${new Date(0)}::timestamptz as time`;
  const first = [...(await ask())];
  await forget(pool);
  expect([...(await ask())]).toEqual(first);
});

test("a statement that fails again reports its second error", async () => {
  const pool = database.openPool(1);
  await pool`create table short_lived (n int)`;
  const insert = () => pool`insert into short_lived values (${1})`;
  await insert();
  await forget(pool);
  await pool`drop table short_lived`;
  await expect(insert()).rejects.toMatchObject({ code: "42P01" });
});

test("a transaction that meets other columns than its statement was prepared for fails, and the next one succeeds", async () => {
  const pool = database.openPool(1);
  await pool`create table retyped (n int)`;
  const read = () => pool.begin(async (tx) => [...(await tx`select * from retyped`)]);
  await read();
  await database.sql`alter table retyped add column text text`;
  await expect(read()).rejects.toMatchObject({ code: "0A000" });
  expect(await read()).toEqual([]);
});

test("a statement whose refusal ends the connection takes no rows of the next one", async () => {
  // Ends connections on which a statement was refused because of the connection.
  const pool = database.openPool(1);
  const session = await pool.reserve();
  const read = () => session`select 1 as a, 2 as b`;
  const readNext = () => session`select 3 as c`;
  const { statement } = await read();
  await readNext();
  await session.unsafe(`deallocate "${statement.name}"`);
  const codes = [read(), readNext()].map((query) =>
    query.then(
      () => "done",
      (error: { code?: string }) => error.code,
    ),
  );
  // Sent at the next turn of the event loop. Then both answers arrive while it is blocked, and are read together.
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  expect(await Promise.all(codes)).toEqual(["26000", "26000"]);
  session.release();
  expect([...(await pool`select 4 as n`)]).toEqual([{ n: 4 }]);
});

test("rows that came before an error leave no holes in the next result", async () => {
  const pool = database.openPool(1);
  await expect(pool`select 1 / (3 - n) as n from generate_series(1, 5) n`).rejects.toMatchObject({ code: "22012" });
  const rows = await pool`select 1 as n`;
  expect(Object.keys(rows)).toEqual(["0"]);
});

/** A connection whose first answer that describes a statement arrives in two parts, and what was sent in between. */
async function openSplitting(url: string, sentBetween: Buffer[]): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  const emit = socket.emit.bind(socket);
  const write = socket.write.bind(socket);
  let isBetween = false;
  let isDone = false;
  socket.write = ((chunk: Buffer, ...rest: []) => {
    if (isBetween) sentBetween.push(chunk);
    return write(chunk, ...rest);
  }) as typeof socket.write;
  socket.emit = ((name: string, chunk: Buffer, ...rest: unknown[]) => {
    // ParseComplete, then ParameterDescription with one parameter: 5 + 11 bytes.
    const isDescription = name === "data" && !isDone && chunk[0] === 0x31 && chunk[5] === 0x74;
    if (!isDescription) return emit(name, chunk, ...rest);
    isDone = true;
    isBetween = true;
    emit("data", chunk.subarray(0, 16));
    // The driver writes at the next turn of the event loop.
    setImmediate(() =>
      setImmediate(() => {
        isBetween = false;
        emit("data", chunk.subarray(16));
      }),
    );
    return true;
  }) as typeof socket.emit;
  return socket;
}

test("the second half of a statement is sent once the answer to the first half has been read to its end", async () => {
  const sentBetween: Buffer[] = [];
  const pool = postgres(database.url, {
    max: 1,
    fetch_types: false,
    socket: () => openSplitting(database.url, sentBetween),
  } as postgres.Options<Record<string, never>>);
  expect([...(await pool`select ${"split"}::text as text`)]).toEqual([{ text: "split" }]);
  expect(sentBetween).toEqual([]);
  await pool.end();
});
