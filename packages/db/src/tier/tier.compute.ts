import { showTier } from "@rewards/domain";
import type { Computation } from "../computation.ts";
import { readBalances, readClock } from "../ledger/ledger.lock.ts";
import { loadMembers } from "../sale/sale.load.ts";

/** The tier of a member now. Nothing for a member who does not exist, or whose programme has no tiers. */
export const tiersOfMember: Computation = async ({ sql, catalogue, scope }, parameters) => {
  const key = String(parameters["MemberExternalID"]);
  const member = (await loadMembers(sql, [key])).get(key);
  if (!member || scope.programmes?.includes(member.programBusinessId) === false) return { rows: [] };
  const { programmes, tiers } = await catalogue.read(new Set(), new Set());
  const [currency] = programmes.get(member.programBusinessId)?.currencies ?? [];
  const book = currency && tiers?.get(currency.id);
  if (!book) return { rows: [] };
  const [[balance], nowMs] = await Promise.all([
    readBalances(sql, [{ memberId: member.id, currencyId: currency.id }]),
    readClock(sql),
  ]);
  return { rows: [{ id: member.id, fields: { Currency: currency.name, ...showTier(book, balance?.tiers, nowMs) } }] };
};
