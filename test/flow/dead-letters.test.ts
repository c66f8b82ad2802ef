import { attemptsMax } from "@rewards/db";
import { objectOfId, replayRowsMax } from "@rewards/domain";
import { describe, expect, test } from "vitest";
import { createClient } from "./support/client.ts";
import {
  bury,
  createStaged,
  operatorOf,
  operatorToken,
  ops,
  readAudit,
  traceOfPlanted,
} from "./support/dead-letters.ts";
import { expectError } from "./support/errors.ts";
import { awaitStatus, balanceOf, entriesOf, freshKey, registerBasics, saleContent } from "./support/fixtures.ts";
import { metadataOf, timestamp } from "./support/records.ts";
import { countRows, expectBooksInOrder, startStack, useBasics, useStack } from "./support/stack.ts";

const stack = useStack({ workers: 0, env: { OPERATOR_TOKEN: operatorToken } });
const basics = useBasics(stack);

const createSale = () => stack.client.created("Sale", saleContent(basics));
async function buriedSale(): Promise<string> {
  const id = await createSale();
  await bury(stack, [id]);
  return id;
}
const uuidOf = (id: string) => objectOfId(id).uuid;
const everything = async () => [
  await countRows(stack),
  await stack.database.sql`select * from dead_letter order by class, id`,
];

/** Expects that nothing is written, not even to the audit. */
async function expectNothingWritten(work: () => Promise<void>): Promise<void> {
  const before = [await everything(), (await readAudit(stack)).length];
  await work();
  expect([await everything(), (await readAudit(stack)).length]).toEqual(before);
}

/** Every operator's call on a record. */
const calls = (id: string): [string, string, object?][] => [
  ["GET", ""],
  ["GET", `/${id}`],
  ["POST", "/replay", { reason: "Error_Record_Refused" }],
  ["POST", `/${id}/replay`],
  ["POST", `/${id}/discard`, { reason: "broken" }],
];

describe("who may call", () => {
  test("without OPERATOR_TOKEN operators' paths do not exist: every one is the usual 404", async () => {
    const id = await buriedSale();
    const { client } = await stack.startApi({ OPERATOR_TOKEN: "" });
    await expectNothingWritten(async () => {
      for (const [method, path, body] of calls(id))
        expectError(await operatorOf(client)(method, path, body), 404, "Error_Path_Unknown");
    });
  });

  test.each([
    ["no credential", { authorization: "" }],
    ["another token", { authorization: "Bearer 7b1d0e5c93f84a26b8d2e07f4c61a95e" }],
    ["the beginning of the token", { authorization: `Bearer ${operatorToken.slice(0, -1)}` }],
    ["more than the token", { authorization: `Bearer ${operatorToken}x` }],
    ["another scheme", { authorization: `Basic ${operatorToken}` }],
    ["the token alone", { authorization: operatorToken }],
  ])("with %s every call is refused with 401, and nothing is written", async (_, headers) => {
    const id = await buriedSale();
    // A separate API, which has seen no wrong token yet.
    const { client } = await stack.startApi();
    await expectNothingWritten(async () => {
      for (const [method, path, body] of calls(id)) {
        const answer = await operatorOf(client, "ann", headers)(method, path, body);
        expectError(answer, 401, "Error_Credential_Invalid");
        expect(answer.headers.get("www-authenticate")).toBe("Bearer");
      }
    });
  });

  test.each(["", " ", "a\tb", "x".repeat(65), "caf\u00e9"])(
    "an operator's name %j is refused with 400",
    async (name) => {
      const id = await buriedSale();
      await expectNothingWritten(async () => {
        for (const [method, path, body] of calls(id))
          expectError(await operatorOf(stack.client, name)(method, path, body), 400, "Error_Header_Malformed");
      });
    },
  );

  test("an operator without a name is called operator in the audit", async () => {
    await operatorOf(stack.client)("GET", "?limit=1");
    expect((await readAudit(stack)).at(-1)).toMatchObject({ actor: "operator", operation: "dead-letter.list" });
  });

  test("other methods are refused with 405", async () => {
    for (const [path, allow] of [
      ["", "GET, HEAD"],
      ["/replay", "POST"],
      ["/SALE-1", "GET, HEAD"],
      ["/SALE-1/replay", "POST"],
      ["/SALE-1/discard", "POST"],
    ]) {
      const answer = await operatorOf(stack.client)("DELETE", path as string);
      expectError(answer, 405, "Error_Method_NotAllowed");
      expect(answer.headers.get("allow")).toBe(allow);
    }
    expectError(await operatorOf(stack.client)("GET", "/SALE-1/edit"), 404, "Error_Path_Unknown");
  });
});

describe("the listing", () => {
  test("is filtered and paged; each page has the counts of all and leaves an audit row", async () => {
    const ids = [await createSale(), await createSale(), await createSale()];
    await bury(stack, ids, "Error_Processing_Failed");
    const lister = operatorOf(stack.client, "lister");
    const first = await lister("GET", "?class=SaleCase&reason=Error_Processing_Failed&cursor=&limit=2");
    expect(first.status).toBe(200);
    expect(Object.keys(first.body).toSorted()).toEqual(["counts", "cursor", "deadLetters"]);
    expect(first.body.deadLetters[0]).toEqual({
      ID: ids[0],
      class: "SaleCase",
      reason: "Error_Processing_Failed",
      error: "a check was violated",
      attempts: 1,
      firstAt: timestamp,
      lastAt: timestamp,
      job: "17",
      trace: traceOfPlanted,
    });
    expect(first.body.counts).toContainEqual({ class: "SaleCase", reason: "Error_Processing_Failed", count: 3 });
    const second = await lister(
      "GET",
      `?class=SaleCase&reason=Error_Processing_Failed&limit=2&cursor=${first.body.cursor}`,
    );
    const listed = [...first.body.deadLetters, ...second.body.deadLetters].map(({ ID }) => ID);
    expect([listed, second.body.cursor]).toEqual([ids, null]);
    expect(await readAudit(stack, "lister")).toMatchObject([
      { operation: "dead-letter.list" },
      { operation: "dead-letter.list" },
    ]);
  });

  test.each([
    ["class=Store", ".class"],
    ["class=Nothing", ".class"],
    ["reason=Error_Nothing_Known", ".reason"],
    ["reason=toString", ".reason"],
    ["cursor=x", ".cursor"],
    [`cursor=STO-${"0".repeat(32)}`, ".cursor"],
    ["limit=0", ".limit"],
    ["limit=501", ".limit"],
    ["limit=-1", ".limit"],
    ["limit=1.5", ".limit"],
    ["limit=ten", ".limit"],
    ["limit=%00", ".limit"],
  ])("of %s is refused with 400", async (query, field) => {
    await expectNothingWritten(async () =>
      expectError(await operatorOf(stack.client)("GET", `?${query}`), 400, {
        code: "Error_Parameter_Type",
        page: "",
        field,
      }),
    );
  });

  test("reports everything malformed at once", async () => {
    const answer = await operatorOf(stack.client)("GET", "?limit=0&class=x");
    expectError(
      answer,
      400,
      { code: "Error_Parameter_Type", field: ".class" },
      { code: "Error_Parameter_Type", field: ".limit" },
    );
  });
});

describe("a dead letter", () => {
  test("is shown with its record, as GET shows it, and with what operators did", async () => {
    const id = await buriedSale();
    const call = operatorOf(stack.client, "ann");
    const first = await call("GET", `/${id}`);
    const requestId = first.headers.get("x-request-id");
    expect(first).toMatchObject({ status: 200, body: { deadLetter: { ID: id, trace: traceOfPlanted }, audit: [] } });
    expect(first.body.objectInfo).toEqual((await stack.client.read(id)).body.data.objectInfo);
    expect((await call("GET", `/${id}`)).body.audit).toEqual([
      {
        at: timestamp,
        actor: "ann",
        origin: "127.0.0.1",
        requestId,
        operation: "dead-letter.inspect",
        reason: "",
        detail: {},
      },
    ]);
  });

  test("is refused with 404 if the record is not one or does not exist", async () => {
    const pending = await createSale();
    const absent = pending.replace(/[0-9a-f]{12}$/, "0".repeat(12));
    const call = operatorOf(stack.client);
    await expectNothingWritten(async () => {
      expectError(await call("GET", `/${pending}`), 404, "Error_DeadLetter_Unknown");
      expectError(await call("GET", `/${basics.storeId}`), 404, "Error_DeadLetter_Unknown");
      for (const id of [absent, "x", "LED-1", "SALE-1", "%00"]) {
        expectError(await call("GET", `/${id}`), 404, "Error_Object_Unknown");
        expectError(await call("POST", `/${id}/replay`), 404, "Error_Object_Unknown");
        expectError(await call("POST", `/${id}/discard`, { reason: "x" }), 404, "Error_Object_Unknown");
      }
    });
  });

  test("cannot be replayed or discarded once it is gone: 409, and nothing is written", async () => {
    const [replayed, discarded, never] = [await buriedSale(), await buriedSale(), await createSale()];
    const call = operatorOf(stack.client, "ann");
    expect(await call("POST", `/${replayed}/replay`)).toMatchObject({
      status: 200,
      body: { ID: replayed, replayed: 1 },
    });
    expect(await call("POST", `/${discarded}/discard`, { reason: "broken" })).toMatchObject({ status: 200 });
    await expectNothingWritten(async () => {
      for (const id of [replayed, discarded, never, basics.storeId]) {
        expectError(await call("POST", `/${id}/replay`), 409, "Error_DeadLetter_Gone");
        expectError(await call("POST", `/${id}/discard`, { reason: "again" }), 409, "Error_DeadLetter_Gone");
      }
    });
  });

  test("is replayed once when two operators replay it at the same time; the other gets 409", async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = await buriedSale();
      const [ann, bob] = [freshKey("ann"), freshKey("bob")];
      const answers = await Promise.all(
        [ann, bob].map((name) => operatorOf(stack.client, name)("POST", `/${id}/replay`)),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const lost = answers.find(({ status }) => status === 409);
      if (lost) expectError(lost, 409, "Error_DeadLetter_Gone");
      expect([...(await readAudit(stack, ann)), ...(await readAudit(stack, bob))]).toHaveLength(1);
      const { sql } = stack.database;
      expect(await sql`select from pending where id = ${uuidOf(id)}`).toHaveLength(1);
    }
  });
});

describe("a discard", () => {
  test("ends a record of every class with the reason in its note, and leaves an audit row", async () => {
    const { client } = stack;
    const { saleId, redemptionId, segmentId } = await createStaged(client, basics);
    await bury(stack, [saleId, redemptionId, segmentId]);
    for (const [id, name, status] of [
      [saleId, "SaleCase", "Resolved-Rejected"],
      [redemptionId, "RedemptionCase", "Resolved-Rejected"],
      [segmentId, "SegmentCase", "Resolved-Inactive"],
    ] as const) {
      const actor = freshKey("ann");
      const answer = await operatorOf(client, actor)("POST", `/${id}/discard`, { reason: "sent by a broken till" });
      expect([answer.status, answer.body]).toEqual([200, { ID: id, status }]);
      expect((await client.read(id)).body.data.objectInfo.content).toMatchObject({
        ...metadataOf(name, { id, status, version: 2, updatedBy: "operator" }),
        ConfirmationNote: "Error_Record_Discarded: sent by a broken till",
      });
      expect(await readAudit(stack, actor)).toEqual([
        { actor, operation: "dead-letter.discard", reason: "sent by a broken till" },
      ]);
    }
  });

  const reason = (code: string) => ({ code, page: "", field: ".reason" });
  test.each([
    ["no reason", {}, reason("Error_Field_Required")],
    ["a reason of null", { reason: null }, reason("Error_Field_Required")],
    ["an empty reason", { reason: "" }, reason("Error_Field_Required")],
    ["blanks", { reason: "  " }, reason("Error_Field_Format")],
    ["a number", { reason: 5 }, reason("Error_Field_Type")],
    ["a reason that is too long", { reason: "x".repeat(256) }, reason("Error_Field_Length")],
    ["a reason with a NUL", { reason: "a\0" }, reason("Error_Field_Text")],
  ])("with %s is refused with 422, and nothing is written", async (_, body, place) => {
    const id = await buriedSale();
    await expectNothingWritten(async () =>
      expectError(await operatorOf(stack.client)("POST", `/${id}/discard`, body), 422, place),
    );
  });

  test("is refused with 400 if the body is not a JSON object, and with 415 for another content type", async () => {
    const id = await buriedSale();
    const headers = { authorization: `Bearer ${operatorToken}`, "content-type": "application/json" };
    const send = (body: string, more = {}) =>
      stack.client.sendRaw("POST", `${ops}/${id}/discard`, body, { ...headers, ...more });
    await expectNothingWritten(async () => {
      expectError(await send("{"), 400, "Error_Body_Malformed");
      expectError(await send("[]"), 400, "Error_Body_NotObject");
      expectError(await send("{}", { "content-type": "text/plain" }), 415, "Error_ContentType_Unsupported");
    });
  });
});

describe("a replay of all of one reason", () => {
  test("answers at once, keeps the pace in the database, and leaves an audit row per record and one for the call", async () => {
    const ids = [await createSale(), await createSale(), await createSale(), await createSale()];
    await bury(stack, ids, "Error_Statement_Refused");
    const answer = await operatorOf(stack.client, "pacer")("POST", "/replay", {
      reason: "Error_Statement_Refused",
      perSecond: 5,
    });
    expect([answer.status, answer.body]).toEqual([200, { replayed: 4, remaining: 0 }]);
    const rows = await stack.database.sql`
      select (extract(epoch from next_at - lag(next_at) over (order by next_at)) * 1000)::float8 as gap
      from failing where id = any(${ids.map(uuidOf)}::uuid[]) order by next_at`;
    expect(rows.slice(1).map((row) => row["gap"])).toEqual([200, 200, 200]);
    expect((await readAudit(stack, "pacer")).map(({ operation }) => operation)).toEqual([
      ...ids.map(() => "dead-letter.replay"),
      "dead-letter.replay-all",
    ]);
    expect(replayRowsMax).toBe(10_000);
  });

  const required = { code: "Error_Field_Required", page: "", field: ".reason" };
  const perSecond = (code: string) => ({ code, page: "", field: ".perSecond" });
  test.each([
    ["no reason", {}, [required]],
    ["an unknown reason", { reason: "Error_Nothing_Known" }, [{ ...required, code: "Error_Field_Format" }]],
    ["a reason that is not a text", { reason: [] }, [{ ...required, code: "Error_Field_Type" }]],
    [
      "a class whose records are never dead letters",
      { reason: "Error_Record_Refused", class: "Store" },
      [{ code: "Error_Field_Format", page: "", field: ".class" }],
    ],
    ["a pace of 0", { reason: "Error_Record_Refused", perSecond: 0 }, [perSecond("Error_Field_Range")]],
    ["a pace over the limit", { reason: "Error_Record_Refused", perSecond: 501 }, [perSecond("Error_Field_Range")]],
    ["a pace of half a record", { reason: "Error_Record_Refused", perSecond: 0.5 }, [perSecond("Error_Field_Range")]],
    ["a pace as text", { reason: "Error_Record_Refused", perSecond: "5" }, [perSecond("Error_Field_Type")]],
    ["everything wrong", { perSecond: "5" }, [required, perSecond("Error_Field_Type")]],
  ])("with %s is refused with 422, and nothing is written", async (_, body, places) => {
    await buriedSale();
    await expectNothingWritten(async () =>
      expectError(await operatorOf(stack.client)("POST", "/replay", body), 422, ...places),
    );
  });
});

test("without Postgres an operator gets 503", async () => {
  const { client } = await stack.startApi({ DATABASE_URL: "postgres://user:secret@127.0.0.1:1/none" });
  for (const [method, path, body] of calls(`SALE-${"0".repeat(32)}`))
    expectError(await operatorOf(client)(method, path, body), 503, "Error_Service_Unavailable");
});

describe("with a worker", () => {
  test("a poisoned sale becomes a dead letter, and completes once when replayed after the cause is gone", async () => {
    const own = await startStack({ env: { OPERATOR_TOKEN: operatorToken } });
    try {
      const { client, database } = own;
      const keys = await registerBasics(client);
      await database.sql`alter table sale add constraint poison check (not (point_of_sale_id = 'poison' and status = 'Resolved-Completed'))`;
      const id = await client.created("Sale", saleContent(keys, { PointOfSaleID: "poison" }));
      const good = await client.created("Sale", saleContent(keys));
      await awaitStatus(client, good, "Resolved-Completed");
      const call = operatorOf(client, "ann");
      // The test skips the waits between attempts and all but the first and the last two attempts, which the worker makes.
      const listed = async () => {
        await database.sql`update failing set next_at = clock_timestamp(), attempts = greatest(attempts, ${attemptsMax - 2}) where attempts > 0`;
        return (await call("GET", "")).body.deadLetters;
      };
      await expect.poll(listed, { timeout: 180_000, interval: 200 }).toHaveLength(1);
      const [letter] = await listed();
      expect(letter).toMatchObject({
        ID: id,
        reason: "Error_Record_Refused",
        attempts: attemptsMax,
        error: expect.stringContaining("poison"),
      });
      expect(letter.job).not.toBe("");
      // An operator finds the lines in the log by the trace.
      const lines = () => own.lines.filter((line) => line.includes(letter.trace));
      await expect
        .poll(() => lines().map((line) => JSON.parse(line).msg))
        .toEqual(["record failed and was set aside", "record became a dead letter"]);
      await database.sql`alter table sale drop constraint poison`;
      expect(await call("POST", `/${id}/replay`)).toMatchObject({ status: 200 });
      await awaitStatus(client, id, "Resolved-Completed");
      expect(await entriesOf(client, keys.member)).toHaveLength(2);
      expect(await balanceOf(client, keys.member)).toBe(200);
      await expectBooksInOrder(own);
    } finally {
      await own.stop();
    }
  });

  test("the records replayed above are done, and the books add up", async () => {
    await stack.startWorker();
    const again = operatorOf(createClient(stack.client.url), "ann");
    expect(await again("POST", "/replay", { reason: "Error_Record_Refused", perSecond: 500 })).toMatchObject({
      status: 200,
      body: { remaining: 0 },
    });
    expect(await again("POST", "/replay", { reason: "Error_Processing_Failed", perSecond: 500 })).toMatchObject({
      status: 200,
      body: { replayed: 3, remaining: 0 },
    });
    await expectBooksInOrder(stack);
    expect((await again("GET", "")).body).toEqual({ deadLetters: [], counts: [], cursor: null });
  });
});
