import { loadProgrammes } from "@rewards/db";
import { dataViewNamed, isGranted, ledgerTotalsByDay, memberBalances, programme, viewRight } from "@rewards/domain";
import { readCurrencyTotals, readLedgerDays } from "@rewards/operations";
import { link, text, time } from "../list/list.columns.tsx";
import { Lists } from "../list/list.show.tsx";
import { type RecordList, readLists } from "../list/list.ts";
import type { Page } from "../page/page.ts";
import { RecordFacts } from "../record/record.facts.tsx";
import { idOfPath, unknownRecord } from "../record/record.id.ts";
import { programmesFolder } from "../record/record.path.ts";
import { Days } from "./programme.days.tsx";
import { currenciesOf, Totals } from "./programme.facts.tsx";

const programmeList = dataViewNamed("ProgramList");
const balancesRight = viewRight(memberBalances);
const daysRight = viewRight(ledgerTotalsByDay);
const scripts = [
  { name: "uPlot.js", isModule: false },
  { name: "programme.js", isModule: true },
];
const named = { idPrefix: programme.idPrefix, noun: "programme" };

const programmes: RecordList = {
  name: "programmes",
  title: "All programmes",
  question: { view: programmeList },
  columns: [
    link("Programme", "Name"),
    text("BusinessID", "BusinessID"),
    text("Time zone", "TimeZoneText"),
    text("Status", "Status"),
    time("Changed", "UpdateDateTime"),
  ],
};

export const programmesPage: Page = {
  path: programmesFolder,
  menu: "Programmes",
  right: viewRight(programmeList),
  show: async (c, viewer, deps) => ({
    title: "Programmes",
    body: <Lists path={programmesFolder} lists={await readLists(c, viewer, deps, [programmes])} />,
  }),
};

/** A programme with its rules, and what members hold of its currencies. */
export const programmePage: Page = {
  path: `${programmesFolder}/:id`,
  right: viewRight(programmeList),
  async show(c, viewer, deps) {
    const { id, uuid } = idOfPath(c, named);
    const found = await deps.views.find(programme, uuid);
    if (!found) throw unknownRecord(named);
    const rules = (await deps.read(loadProgrammes)).get(String(found["BusinessID"]));
    const lists = rules ? await readLists(c, viewer, deps, [currenciesOf(id, rules)]) : [];
    const hasBalances = isGranted(viewer.rights, balancesRight);
    const totals = hasBalances ? await deps.read((sql) => readCurrencyTotals(sql)) : undefined;
    const hasDays = isGranted(viewer.rights, daysRight);
    const currencies = rules?.currencies ?? [];
    const days = hasDays
      ? await deps.read((sql) =>
          readLedgerDays(
            sql,
            currencies.map((one) => one.id),
          ),
        )
      : [];
    const body = (
      <>
        <Lists path={`${programmesFolder}/${id}`} lists={lists} />
        {rules && (
          <p class="note">
            A return waits up to {rules.returnWaitDays} days for its original sale. Times are those of {rules.timeZone}.
          </p>
        )}
        <h2>Liability</h2>
        {!hasBalances && <p class="note">You need the right {balancesRight} to see it.</p>}
        {hasBalances && rules && <Totals totals={totals} rules={rules} />}
        {hasDays ? (
          <Days days={days} currencies={currencies} />
        ) : (
          <p class="note">You need the right {daysRight} to see its days.</p>
        )}
        <h2>Record</h2>
        <RecordFacts definition={programme} record={found} />
      </>
    );
    return { title: `Programme ${String(found["Name"])}`, body, ...(days.length > 0 && { scripts }) };
  },
};
