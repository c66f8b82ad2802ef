import {
  type AdjustmentContent,
  AppError,
  amountOf,
  balanceName,
  changeOf,
  decideAdjustment,
  type ExpiryRules,
  openBook,
  showAmount,
} from "@rewards/domain";
import { uuidv7 } from "uuidv7";
import { readHeld } from "./awaiting/awaiting.hold.ts";
import { expiryRules } from "./catalogue/catalogue.programmes.ts";
import { expireFirst } from "./expiry/expiry.first.ts";
import { lockBalances, readClock } from "./ledger/ledger.lock.ts";
import { writeBook } from "./ledger/ledger.write.ts";
import { markHeldKeys } from "./member.key.ts";
import type { EffectWriter, InsertHook } from "./object/object.types.ts";

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
    await markHeldKeys(
      tx,
      inserted.map(({ id }) => id),
    );
  },
};

/** Creates an adjustment and posts its entry, through the ledger's only writer, before the caller gets an answer. */
export const postAdjustment: EffectWriter = async (tx, member, call) => {
  const content = call.content as AdjustmentContent;
  const { Amount: amount, Name: name } = content.AdjustBalances;
  const [currency] = await tx<{ id: string; rules: ExpiryRules | null }[]>`
    select c.id, ${expiryRules(tx)} as rules from currency c join programme p on p.id = c.program
    where p.business_id = ${String(member["ProgramBusinessID"])} and c.name = ${name}`;
  if (!currency)
    throw new AppError("Error_Currency_Unknown", [
      { code: "Error_Currency_Unknown", page: ".AdjustBalances", identifier: ".Name" },
    ]);
  const key = { memberId: call.id, currencyId: currency.id };
  const balances = await lockBalances(tx, [key]);
  const clockMs = await readClock(tx);
  const book = openBook({ balances, clockMs, newId: uuidv7 });
  const { rules } = currency;
  if (amount < 0 && rules) {
    await expireFirst(
      tx,
      book,
      balances.map((balance) => ({ balance, rules })),
      clockMs,
    );
  }
  const id = uuidv7();
  const held = amount < 0 ? await readHeld(tx, [key]) : undefined;
  decideAdjustment(content, { ...key, id }, book, held?.get(balanceName(key)) ?? 0n);
  await tx`insert into adjustment (id, member, currency, amount, create_user_id) values (${id}, ${call.id}, ${currency.id}, ${String(amount)}, ${call.user})`;
  await writeBook(tx, book);
  const balance = book.balanceOf(key.memberId, key.currencyId);
  return { changes: changeOf(`Balance.${name}`, showAmount(balance - amountOf(amount)), showAmount(balance)) };
};
