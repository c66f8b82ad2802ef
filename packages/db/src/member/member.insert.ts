import { AppError } from "@rewards/domain";
import type { InsertHook } from "../object/object.types.ts";

/** A member's programme must exist. The member starts with a balance of 0 in each of its currencies. */
export const memberInsert: InsertHook = {
  async refuse(tx, records) {
    const named = [...new Set(records.map((record) => String(record.content["ProgramBusinessID"])))];
    const rows = await tx<
      { business_id: string }[]
    >`select business_id from programme where business_id = any(${named}::text[])`;
    const known = new Set(rows.map((row) => row.business_id));
    const unknown = records.filter((record) => !known.has(String(record.content["ProgramBusinessID"])));
    const refusal = () =>
      new AppError("Error_Programme_Unknown", [{ code: "Error_Programme_Unknown", identifier: ".ProgramBusinessID" }]);
    return new Map(unknown.map((record) => [record.id, refusal()]));
  },
  async after(tx, inserted) {
    await tx`
      insert into balance (member, currency)
      select m.id, c.id from member m
      join programme p on p.business_id = m.program_business_id
      join currency c on c.program = p.id
      where m.id = any(${inserted.map((record) => record.id)}::uuid[])
      order by m.id, c.id
      on conflict do nothing`;
  },
};
