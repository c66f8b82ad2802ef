import { findFreePort } from "@rewards/embedded";
import { expect, test } from "vitest";
import { type Client, createClient, root } from "./support/client.ts";
import { expectError } from "./support/errors.ts";
import { freshKey, memberContent, registerBasics, saleContent } from "./support/fixtures.ts";
import { keepOpen } from "./support/load.ts";
import { openRaw, request } from "./support/raw.ts";
import { countRows, useStack, whileLocked } from "./support/stack.ts";

const stack = useStack({ workers: 0 });

test("without Postgres every call is refused with 503 and Retry-After, and the process lives", async () => {
  const basics = await registerBasics(stack.client);
  const port = await findFreePort("127.0.0.1");
  const { client } = await stack.startApi({ DATABASE_URL: `postgres://user:secret@127.0.0.1:${port}/none` });
  const calls: [string, Promise<Awaited<ReturnType<Client["send"]>>>][] = [
    ["a plain create", client.create("Segment", { Name: "x" })],
    ["a create with hooks", client.create("Member", memberContent("x"))],
    ["an action", client.act(basics.storeId, "Edit", { content: { Name: "x" } })],
    ["a view", client.view("ProgramList")],
    ["a look-up", client.view("GetStoreByBusinessKeys", { StoreCode: basics.store })],
    ["a read", client.read(basics.storeId)],
  ];
  for (const [what, call] of calls) {
    const answer = await call;
    expect([what, answer.status]).toEqual([what, 503]);
    expectError(answer, 503, "Error_Service_Unavailable");
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  await expect
    .poll(() => client.send("GET", "/readyz"))
    .toMatchObject({
      status: 503,
      body: { status: "unavailable", postgres: "down", queue: "up" },
    });
  expect(await client.send("GET", "/livez")).toMatchObject({ status: 200, body: { status: "ok" } });
  expect(stack.lines.join("\n")).not.toContain("secret");
});

test("a create that waits too long for Postgres is refused with 503, and not written later", async () => {
  const { client } = stack;
  const before = await countRows(stack);
  await whileLocked(stack, "product", "access exclusive", async () => {
    expectError(await client.create("Product", { ProductCode: "held", Name: "x" }), 503, "Error_Service_Unavailable");
  });
  expect(await countRows(stack)).toEqual(before);
  expect(await client.create("Product", { ProductCode: "held", Name: "x" })).toMatchObject({ status: 201 });
});

test("sales are accepted at once while more actions than connections wait for locks", async () => {
  const { client, database } = stack;
  const { member, store, product } = await registerBasics(client);
  const callers = 15;
  const newStore = () => client.created("Store", { StoreCode: freshKey("S"), Name: "x" });
  // Calls of one record go one after the other, and would hold one connection.
  const storeIds = await Promise.all(Array.from({ length: callers }, newStore));
  let calls = 0;
  const actions = await whileLocked(stack, "store", "share", async () => {
    const edit = () => client.act(storeIds[calls++ % callers] as string, "Edit", { content: { Name: "y" } });
    const open = keepOpen(callers, edit);
    const waiting = () => database.sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    /** A sale, if no action ends while it is created. */
    const sellBeside = async () => {
      const before = open.answered();
      if ((await waiting()).length < 4) return "too few wait";
      const { status } = await client.create("Sale", saleContent({ member, store, product }));
      return open.answered() === before ? status : "an action ended meanwhile";
    };
    await expect.poll(sellBeside).toBe(201);
    open.end();
    return open;
  });
  for (const { status } of await actions.answers) expect([200, 503]).toContain(status);
});

test("more creates than may wait are refused with 503 after a second; every 201 of the others is durable", async () => {
  const { client, database } = stack;
  const body = JSON.stringify({ objectTypeID: "SegmentCase", content: { Name: "flood" } });
  const [connectionsCount, each] = [110, 32];
  const connections = await Promise.all(Array.from({ length: connectionsCount }, () => openRaw(client.url)));
  const [before] = await database.sql<{ count: number }[]>`select count(*)::int as count from segment`;
  let probes: ReturnType<Client["send"]>[] = [];
  await whileLocked(stack, "segment", "share", async () => {
    for (const connection of connections) connection.write(request("POST", `${root}/objects`, body).repeat(each));
    // A pipeline is answered in order, so creates on other connections show when the service is full.
    const codes: unknown[] = [];
    const isFull = () => {
      const probe = createClient(client.url).create("Segment", { Name: "flood" });
      probes = [...probes, probe];
      void probe.then(({ body }) => codes.push(body.errorDetails?.[0].message));
      return codes;
    };
    await expect.poll(isFull, { interval: 250 }).toContain("Error_Service_Overloaded");
  });
  const answers = await Promise.all(
    connections.map(async (connection) => {
      const own = [];
      for (let count = 0; count < each; count += 1) own.push(await connection.next());
      return own;
    }),
  );
  const all = [...answers.flat(), ...(await Promise.all(probes))];
  const refused = all.filter(({ status }) => status !== 201);
  const overloaded = refused.filter(({ body }) => body.errorDetails[0].message === "Error_Service_Overloaded");
  expect(overloaded.length).toBeGreaterThan(0);
  for (const answer of overloaded) expectError(answer, 503, "Error_Service_Overloaded");
  // On a slow machine the first batch may time out while the lock is held.
  for (const answer of refused) expect(answer).toMatchObject({ status: 503 });
  const [after] = await database.sql<{ count: number }[]>`select count(*)::int as count from segment`;
  expect((after?.count ?? 0) - (before?.count ?? 0)).toBe(all.length - refused.length);
  expect(await client.create("Segment", { Name: "after" })).toMatchObject({ status: 201 });
});
