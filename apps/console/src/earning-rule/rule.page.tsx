import { earningRule, readRight, sayRule } from "@rewards/domain";
import { Lists, readLists } from "../list/list.tsx";
import { capitalised } from "../page/elements.tsx";
import type { Page } from "../page/page.ts";
import { folderOf, recordAt } from "../record/record.facts.tsx";
import { historyOf } from "../record/record.page.tsx";
import { RecordTools } from "../record-action/record.action.tsx";
import { bodyOf, RuleState, sayPeriod } from "./rule.state.tsx";

/** An earning rule in words, and as it is written. */
export const rulePage: Page = {
  path: `${folderOf(earningRule)}/:id`,
  right: readRight(earningRule),
  async show(c, viewer, deps) {
    const { id, found } = await recordAt(c, deps, earningRule);
    const rule = bodyOf(found);
    const { RuleID, Name, Description, ProgramBusinessID } = found;
    const period = sayPeriod(rule);
    const body = (
      <>
        <section class="card">
          <h2>Gives</h2>
          <p>{sayRule(rule)}.</p>
          <p class="note">
            {capitalised(period)}, by the clock of the programme {String(ProgramBusinessID)}.
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
      title: String(Name || RuleID),
      lead: (
        <>
          <RuleState record={found} /> {[RuleID, Description].filter(Boolean).join(" · ")}
        </>
      ),
      tools: <RecordTools of={earningRule} record={found} viewer={viewer} />,
      body,
    };
  },
};
