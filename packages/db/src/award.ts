import { cancellationType } from "@rewards/domain";
import { textLiteral } from "./statement.ts";

/** The domain's `isAward` in SQL. @param entry the name of the table or its alias. */
export const isAward = (entry: string) =>
  `(${entry}.currency_awarded > 0 and ${entry}.type <> ${textLiteral(cancellationType)})`;

/**
 * The entry of the award up to which an Expiry took what was left: the domain's `lastExpired` in SQL.
 * @param expiry the alias of the Expiry.
 */
export const lastExpired = (expiry: string) => `case when ${expiry}.why like '%"award":%'
  then split_part(${expiry}.why::jsonb ->> 'award', '-', 2)::uuid else ${expiry}.source_id end`;
