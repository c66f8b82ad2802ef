import { dataViewOf, member, parseParameters, sale } from "@rewards/domain";
import { expect, test } from "vitest";
import { keyOf, newMember, newSale } from "../../../test/src/records.ts";
import { openDatabase } from "./client.ts";
import { insertGroup } from "./object/object.insert.ts";
import { answerText, insertAll, openTestDatabase } from "./testing/database.ts";
import { createViewRunner, showRecord } from "./view/view.compile.ts";

const database = await openTestDatabase();

test("times are UTC whatever the server's time zone, old ones too, whose offsets have seconds there", async () => {
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
    const [row = {}] = await createViewRunner(paris.views).run(view, parameters);
    expect(showRecord(view.record, row)).toMatchObject({ JoinDateTime: old });
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
