import {
  dataViewNamed,
  formatId,
  isGranted,
  ledgerTotalsByDay,
  programme as programmeRecord,
  viewRight,
} from "@rewards/domain";
import { movedDay } from "@rewards/operations";
import type { Page } from "../page/page.ts";
import { pathOfRecord } from "../record/record.facts.tsx";
import { Chart } from "./home.chart.tsx";
import { Needs, readNeeds } from "./home.needs.tsx";
import { type PeriodDays, periodOf, periods } from "./home.period.ts";
import { type Chosen, chooseProgramme, defaultDays, type HomeFigures, readFigures } from "./home.read.ts";
import { Lead, ProgrammeChoice, Segments } from "./home.segments.tsx";
import { Stores } from "./home.stores.tsx";
import { Tiles } from "./home.tiles.tsx";
import { countVouchers, Vouchers } from "./home.vouchers.tsx";

const path = "/home";
const vouchersRight = viewRight(dataViewNamed("RedemptionItemList"));

/** How a programme does: its figures of a period with their changes, and what waits for the viewer. */
export const homePage: Page = {
  path,
  menu: "Home",
  right: viewRight(ledgerTotalsByDay),
  async show(c, viewer, { read }) {
    const asked = periodOf(c.req.query("days"));
    const hasVouchers = isGranted(viewer.rights, vouchersRight);
    const shown = await read(async (sql) => {
      const chosen = await chooseProgramme(sql, c.req.query("programme"));
      const { id, timeZone, currencies } = chosen.programme;
      const found = await readFigures(sql, chosen.programme, asked);
      const length = found?.figures.length ?? asked ?? defaultDays;
      const today = new Date().toLocaleDateString("sv", { timeZone });
      const from = found?.figures.from ?? movedDay(today, 1 - length);
      const pathOfProgramme = pathOfRecord(formatId(programmeRecord.idPrefix, id)) ?? "";
      const needs = await readNeeds(sql, viewer, { currency: currencies[0].id, path: pathOfProgramme });
      return {
        chosen,
        found,
        length,
        needs,
        vouchers: hasVouchers ? await countVouchers(sql, from, timeZone) : undefined,
      };
    });
    const { chosen, found, length, needs, vouchers } = shown;
    return {
      title: "Home",
      lead: <Lead chosen={chosen} until={found?.until} />,
      tools: <Choices chosen={chosen} length={length} />,
      body: (
        <>
          {found ? (
            <Programme found={found} chosen={chosen} />
          ) : (
            <p class="card">Nothing of this programme is counted yet. New points appear here within three minutes.</p>
          )}
          <div class="two">
            <Needs needs={needs} />
            {vouchers && <Vouchers counts={vouchers} />}
          </div>
        </>
      ),
    };
  },
};

interface ProgrammeProps {
  readonly found: HomeFigures;
  readonly chosen: Chosen;
}

const Programme = ({ found: { figures, stores }, chosen: { programme } }: ProgrammeProps) => (
  <>
    <Tiles figures={figures} pointValue={programme.pointValue} />
    <div class="two">
      <Chart figures={figures} />
      <Stores stores={stores} />
    </div>
  </>
);

interface ChoicesProps {
  readonly chosen: Chosen;
  readonly length: PeriodDays;
}

/** Links to the other programmes and periods. */
const Choices = ({ chosen: { programmes, programme }, length }: ChoicesProps) => {
  const addressOf = (days: string, businessId: string) =>
    `${path}?${new URLSearchParams({ days, programme: businessId })}`;
  return (
    <>
      <ProgrammeChoice
        programmes={programmes}
        chosen={programme}
        addressOf={(businessId) => addressOf(String(length), businessId)}
      />
      <Segments
        name="Period"
        links={Object.entries(periods).map(([days, text]) => [
          text,
          addressOf(days, programme.businessId),
          Number(days) === length,
        ])}
      />
    </>
  );
};
