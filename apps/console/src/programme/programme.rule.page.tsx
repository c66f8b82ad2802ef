import { earningRule, type RuleBody, readRight, recordOf, sayRule } from "@rewards/domain";
import { Lists, readLists } from "../list/list.tsx";
import type { Page } from "../page/page.ts";
import { folderOf, idOfPath, unknownRecord } from "../record/record.facts.tsx";
import { historyOf, RecordLead } from "../record/record.page.tsx";
import { RecordTools } from "../record-action/record.action.tsx";

/** An earning rule in words, and as it is written. */
export const rulePage: Page = {
  path: `${folderOf(earningRule)}/:id`,
  right: readRight(earningRule),
  async show(c, viewer, deps) {
    const { id, uuid } = idOfPath(c, earningRule);
    const found = await deps.views.find(recordOf(earningRule), uuid);
    if (!found) throw unknownRecord(earningRule);
    const rule = found["Rule"] as RuleBody;
    const body = (
      <>
        <section class="card">
          <h2>Gives</h2>
          <p>{sayRule(rule)}.</p>
          <p class="note">
            {rule.from === undefined ? "From its beginning" : `From ${rule.from}`}
            {rule.to === undefined ? ", without an end" : ` to ${rule.to}`}, by the clock of the programme{" "}
            {String(found["ProgramBusinessID"])}.
          </p>
          <details>
            <summary>As it is written</summary>
            <pre>{JSON.stringify(rule, undefined, 2)}</pre>
          </details>
        </section>
        <Lists path={`${folderOf(earningRule)}/${id}`} lists={await readLists(c, viewer, deps, [historyOf(id)])} />
      </>
    );
    return {
      title: String(found["Name"] || found["RuleID"]),
      lead: <RecordLead of={earningRule} record={found} />,
      tools: <RecordTools of={earningRule} record={found} viewer={viewer} />,
      body,
    };
  },
};
