import { formatId, member } from "@rewards/domain";
import { type FilledLedger, pickLooks } from "../measure/ledger.fill.ts";
import { callApi, createReward } from "./session.calls.ts";
import type { Session } from "./session.ts";

/** Records that the operations need, made through the product's own calls. */
export interface OperationRecords {
  /** ExternalID of a reward without stock that costs one point. */
  readonly freeReward: string;
  /** ExternalID of a reward with the requested stock. */
  readonly scarceReward: string;
  readonly memberIds: readonly string[];
  /** ExternalIDs of sales from all over the table. */
  readonly saleKeys: readonly string[];
  /** Members with two times, in the form of the ledger view's workload. */
  readonly looks: readonly string[];
}

const looksCount = 5_000;
const saleKeysCount = 5_000;
const lookRows = [100, 100] as const;

export async function prepareRecords(session: Session, ledger: FilledLedger, stock: number): Promise<OperationRecords> {
  const [freeReward, scarceReward] = ["R-free", "R-scarce"];
  await createReward(session, freeReward, "unlimited");
  const id = await createReward(session, scarceReward, "stock_control");
  await callApi(session, "PATCH", `/objects/${id}/actions/AddRewardStock`, { content: { RewardQuantity: stock } });
  const rows = await session.sql<{ id: string }[]>`select id from member`;
  const memberIds = rows.map((row) => formatId(member.idPrefix, row.id));
  const saleKeys = await sampleSales(session);
  return { freeReward, scarceReward, memberIds, saleKeys, looks: pickLooks(ledger, looksCount, lookRows) };
}

async function sampleSales({ sql }: Session): Promise<string[]> {
  const rows = await sql<{ key: string }[]>`
    select external_id as key from sale tablesample bernoulli(20) order by random() limit ${saleKeysCount}`;
  return rows.map(({ key }) => key);
}
