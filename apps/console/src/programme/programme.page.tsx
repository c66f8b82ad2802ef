import { loadProgrammes } from "@rewards/db";
import {
  type Currency,
  dataViewNamed,
  isGranted,
  ledgerTotalsByDay,
  type Programme,
  parseId,
  programme,
  showAmount,
  versionInForce,
  viewRight,
} from "@rewards/domain";
import { readLedgerDays } from "@rewards/operations";
import { rulesOf } from "../earning-rule/rule.list.tsx";
import { link, prose, text, time } from "../list/list.columns.tsx";
import { type Column, Lists, type RecordList, readLists } from "../list/list.tsx";
import type { Page } from "../page/page.ts";
import { idOfPath, programmesFolder, RecordFacts, unknownRecord } from "../record/record.facts.tsx";
import { Days } from "./programme.days.tsx";

const programmeList = dataViewNamed("ProgramList");
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
    const lists = rules ? await readLists(c, viewer, deps, [currenciesOf(id, rules), rulesOf(rules.businessId)]) : [];
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
            {rules.payment && ` ${rules.payment.points} points pay ${rules.payment.value}.`}
            {rules.consentAbove !== undefined &&
              ` Adjustments of more than ${showAmount(rules.consentAbove)} need a second person's consent.`}
            {rules.pointValue && ` A point is worth ${rules.pointValue.amount} ${rules.pointValue.currency}.`}
          </p>
        )}
        <h2>Liability</h2>
        {hasDays ? (
          <Days days={days} currencies={currencies} />
        ) : (
          <p class="note">You need the right {daysRight} to see it.</p>
        )}
        <h2>Record</h2>
        <RecordFacts definition={programme} record={found} />
      </>
    );
    return { title: `Programme ${String(found["Name"])}`, body, ...(days.length > 0 && { scripts }) };
  },
};

/** The currencies of a programme with their rules, as of now. */
function currenciesOf(programmeId: string, { earning, currencies, returnWindowDays }: Programme): RecordList {
  const [earned] = currencies;
  const { rate, rounding, fractionDigits } = versionInForce(earning, Number.POSITIVE_INFINITY);
  const rule = (head: string, show: (currency: Currency) => string): Column => ({
    head,
    fields: [],
    show: ({ ID: id }) => {
      const currency = currencies.find((one) => one.id === parseId(String(id))?.uuid);
      return currency ? show(currency) : "–";
    },
  });
  const earnedRule = (head: string, text: string) => rule(head, (currency) => (currency === earned ? text : "–"));
  return {
    name: "currencies",
    title: "Currencies",
    question: { view: dataViewNamed("CurrencyList"), where: { Program: programmeId } },
    columns: [
      text("Currency", "Name"),
      earnedRule("Sales earn", `${showAmount(rate)} for each 1.00`),
      earnedRule("Rounded", `${rounding.replaceAll("-", " ")}, to ${fractionDigits} decimals`),
      rule("Points expire", expiryText),
      earnedRule("Return window", returnWindowDays === 0 ? "none" : `${returnWindowDays} days pending`),
      earnedRule("Pays for rewards", "yes"),
      prose("Description", "Description"),
      time("Created", "CreateDateTime"),
    ],
  };
}

function expiryText({ expiry }: Currency): string {
  const { months, until, inactiveMonths } = expiry?.versions.at(-1) ?? {};
  if (inactiveMonths) return `${inactiveMonths} months after the last entry of a balance`;
  return months ? `${months} months after the award, at the end of the ${until}` : "never";
}
