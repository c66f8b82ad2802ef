import type { Balance } from "../ledger/ledger.entry.ts";

/** A balance without an entry. */
export const emptyBalance = (memberId = "m", currencyId = "c"): Balance => ({
  id: `${memberId}/${currencyId}`,
  memberId,
  currencyId,
  balance: 0n,
  awarded: 0n,
  returned: 0n,
  returnsSum: 0n,
  sequence: 0,
  lastAtMs: 0,
  lastHash: "",
});
