import { dataViewOf, member, parseParameters, parseQuery, sale } from "@rewards/domain";
import { expect, test } from "vitest";
import { keyOf, newMember, newSale, times } from "../../../test/src/records.ts";
import { openDatabase, type Tx } from "./client.ts";
import { codeOf } from "./fault.ts";
import { insertGroup } from "./insert/insert.group.ts";
import { answerText, insertAll, openTestDatabase, untilWaiting } from "./testing/database.ts";
import { collectAnswer, createViewRunner } from "./view/view.compile.ts";

const database = await openTestDatabase();

test("times are UTC whatever the server's time zone, also old ones, whose local offsets have seconds", async () => {
  const name = new URL(database.url).pathname.slice(1);
  await database.sql.unsafe(`alter database "${name}" set timezone = 'Europe/Paris'`);
  const paris = openDatabase({ url: database.url, name: "paris", poolMax: 1, viewPoolMax: 1 });
  try {
    const old = "1900-01-01T00:00:00.000Z";
    const joined = newMember();
    const view = dataViewOf("GetMemberByBusinessKeys");
    if (!view) throw new Error("no such view");
    await insertAll(paris.sql, member, [{ ...joined, content: { ...joined.content, JoinDateTime: old } }]);
    const parameters = parseParameters(view, { ExternalID: keyOf(joined, "ExternalID") });
    const call = { view, parameters, user: "api", query: parseQuery(view, {}) };
    const { data } = await collectAnswer(createViewRunner(paris.readDb), call);
    expect(data).toMatchObject([{ JoinDateTime: old }]);
    const first = newSale({ member: "M", store: "S", product: "P" });
    const sold = { ...first, content: { ...first.content, SaleDateTime: old } };
    const [id] = await insertAll(paris.sql, sale, [sold]);
    const again = await insertGroup(paris.sql, sale, [
      { ...newSale({ member: "M", store: "S", product: "P" }), content: sold.content },
    ]);
    expect(answerText(again.answers[0])).toBe(id);
  } finally {
    await paris.close();
  }
});

/**
 * Freezes a process while one of its transactions holds a balance and three wait for it. Returns "released" if another session
 * gets the balance within 5 s.
 */
async function freeze(): Promise<string> {
  const [id = ""] = await insertAll(database.sql, member, [newMember()]);
  const lockBalance = (tx: Tx) => tx`select id from balance where member = ${id} for update`;
  const stopped = openDatabase({ url: database.url, name: "frozen", poolMax: 4, viewPoolMax: 1 });
  // All four connections are open: otherwise a wait would begin as late as its connection opens.
  await Promise.all(times(4, () => stopped.sql`select pg_sleep(0.2)`));
  let endWait: (outcome: string) => void = () => undefined;
  const waitEnded = new Promise<string>((resolve) => {
    endWait = resolve;
  });
  // A frozen process reads no errors that arrive later.
  const hold = () =>
    stopped.sql
      .begin(async (tx) => {
        await lockBalance(tx).catch(() => endWait("a wait ended before all had begun"));
        await new Promise(() => undefined);
      })
      .catch(() => undefined);
  try {
    void times(4, hold);
    const allWait = untilWaiting(database.sql, 3).then(() => "all wait", String);
    const begun = await Promise.race([allWait, waitEnded]);
    if (begun !== "all wait") return begun;
    return await database.sql
      .begin(async (tx) => {
        await tx`set local lock_timeout = 5000`;
        return (await lockBalance(tx)).length === 1 ? "released" : "no balance";
      })
      .catch(codeOf);
  } finally {
    await stopped.close();
  }
}

test("a process that freezes while several of its transactions want one balance releases it within 5 s", async () => {
  // Postgres ends waits for a lock half a second before it ends who holds it. On a machine that pauses for so long both are
  // due at once, and who waited may get the balance: then another round shows what happens.
  await expect.poll(freeze, { timeout: 120_000 }).toBe("released");
});
