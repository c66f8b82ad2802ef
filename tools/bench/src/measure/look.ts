import { collectAnswer, type ViewRunner } from "@rewards/db";
import { dataViewOf, parseParameters, parseQuery } from "@rewards/domain";

/**
 * Runs LedgerEntriesBetweenDates as the API does.
 * @param look a member and two times, as the workload of the ledger view takes them.
 */
export async function runLook(views: ViewRunner, look: string): Promise<void> {
  const view = dataViewOf("LedgerEntriesBetweenDates");
  if (!view) throw new Error("the view is gone");
  const [MemberExternalID, FromDateTime, ToDateTime] = look.split(" ");
  const parameters = parseParameters(view, { MemberExternalID, FromDateTime, ToDateTime });
  await collectAnswer(views, { view, parameters, query: parseQuery(view, {}) });
}
