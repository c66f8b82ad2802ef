import { dataViewNamed, type RuleBody, sayRule, viewRight } from "@rewards/domain";
import type { ListedRecord } from "../list/list.tsx";
import type { Page } from "../page/page.ts";
import { RecordLink } from "../record/record.facts.tsx";
import {
  type Calendar,
  calendarFrom,
  monthBegins,
  movedMonth,
  calendarPath as path,
  placeIn,
  sayMonth,
} from "./calendar.ts";
import { bodyOf, localNow, RuleState, sayPeriod, stateOf } from "./rule.state.tsx";

const view = dataViewNamed("EarningRuleList");
/** The latest rules are looked at. */
const rulesMax = 500;
const stepMonths = 6;

/** The rules that have dates, as bars over the months before and after now. */
export const calendarPage: Page = {
  path,
  right: viewRight(view),
  async show(c, viewer, deps) {
    const now = localNow(await deps.zone());
    const calendar = calendarFrom(c.req.query("from"), now);
    const select = ["RuleID", "Name", "Status", "Rule", "ProgramBusinessID"];
    const { data, nextPageToken } = await deps.views.ask(viewer, {
      ...{ view, select, rowsMax: rulesMax, latestBy: ["CreateDateTime"] },
    });
    const dated = data.filter((record) => bodyOf(record).from ?? bodyOf(record).to);
    const shown = dated
      .filter((record) => placeIn(calendar, bodyOf(record)) !== undefined)
      .toSorted((one, other) => beginOf(one).localeCompare(beginOf(other)));
    const away = dated.length - shown.length;
    return {
      title: "Calendar of campaigns",
      lead: `Earning rules with dates, from ${sayMonth(calendar.first)} to ${sayMonth(movedMonth(calendar.first, calendar.months - 1))}`,
      tools: <Ways first={calendar.first} />,
      body: (
        <section class="card campaigns" aria-label="Campaigns">
          <div class="campaign months" aria-hidden="true">
            <ol>
              {monthBegins(calendar).map((month) => (
                <li>{sayMonth(month).slice(0, 3)}</li>
              ))}
            </ol>
          </div>
          {shown.length === 0 && <p class="note">No earning rule with dates holds in these months.</p>}
          <ol>
            {shown.map((record) => (
              <Campaign record={record} calendar={calendar} now={now} hasProgramme={hasSeveral(data)} />
            ))}
          </ol>
          {away > 0 && <p class="note">{`${away} more hold before or after these months.`}</p>}
          {data.length > dated.length && (
            <p class="note">{`${data.length - dated.length} have no dates: see the list.`}</p>
          )}
          {nextPageToken !== undefined && <p class="note">{`Only the latest ${rulesMax} rules are looked at.`}</p>}
        </section>
      ),
    };
  },
};

const beginOf = (record: ListedRecord) => bodyOf(record).from ?? "";
const hasSeveral = (rules: readonly ListedRecord[]) =>
  new Set(rules.map(({ ProgramBusinessID }) => ProgramBusinessID)).size > 1;

const Ways = ({ first }: { readonly first: string }) => (
  <>
    <a class="button quiet" href={`${path}?from=${movedMonth(first, -stepMonths)}`}>
      Earlier
    </a>
    <a class="button quiet" href={path}>
      Now
    </a>
    <a class="button quiet" href={`${path}?from=${movedMonth(first, stepMonths)}`}>
      Later
    </a>
    <a class="button quiet" href="/earning-rules">
      List
    </a>
  </>
);

interface CampaignProps {
  readonly record: ListedRecord;
  readonly calendar: Calendar;
  readonly now: string;
  readonly hasProgramme: boolean;
}

const Campaign = ({ record, calendar, now, hasProgramme }: CampaignProps) => {
  const rule: RuleBody = bodyOf(record);
  const { ID, Name, RuleID, ProgramBusinessID } = record;
  return (
    <li class="campaign" title={sayRule(rule)}>
      <div>
        <RecordLink id={String(ID)}>{String(Name || RuleID)}</RecordLink> <RuleState record={record} />
        <p class="note">
          {hasProgramme && `${String(ProgramBusinessID)}, `}
          {sayPeriod(rule)}
        </p>
      </div>
      <Bar calendar={calendar} rule={rule} now={now} tone={barTones[stateOf(record, now)]} />
    </li>
  );
};

const barTones = { Planned: "accent", "In force": "good", Ended: "muted" } as const;

interface BarProps {
  readonly calendar: Calendar;
  readonly rule: RuleBody;
  readonly now: string;
  readonly tone: string;
}

/** Hidden from screen readers: the row's text has the same dates. */
const Bar = ({ calendar, rule, now, tone }: BarProps) => {
  const [begin = 0, end = 0] = placeIn(calendar, rule) ?? [];
  const today = placeIn(calendar, { from: now, to: now });
  const line = (at: number, kind: string) => (
    <line class={kind} x1={at} x2={at} y1="0" y2="10" vector-effect="non-scaling-stroke" />
  );
  return (
    <svg viewBox={`0 0 ${calendar.months} 10`} preserveAspectRatio="none" aria-hidden="true">
      {monthBegins(calendar).map((_, index) => line(index, "grid"))}
      {line(calendar.months, "grid")}
      <rect class={tone} x={begin.toFixed(3)} y="2" width={Math.max(end - begin, widthMin).toFixed(3)} height="6" />
      {today && line(Number(today[0].toFixed(3)), "now")}
    </svg>
  );
};

/** Of a month: a campaign of an hour is seen too. */
const widthMin = 0.06;
