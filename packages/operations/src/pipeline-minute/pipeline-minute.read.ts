import type { Sql } from "@rewards/db";
import { lagBoundsMs } from "@rewards/runtime";
import { chartOf, type PipelineChart, type StepRow } from "./pipeline-minute.chart.ts";

/** The windows that charts show, up to now: `points` steps, the last of them unfinished. */
export const pipelineWindows = {
  hour: { stepMs: 60_000, points: 60 },
  day: { stepMs: 600_000, points: 144 },
  week: { stepMs: 3_600_000, points: 168 },
} as const;

export type PipelineWindow = keyof typeof pipelineWindows;

/** The sum of each bucket. Minutes may have fewer of them: a release may add buckets. */
const lagSums = [...lagBoundsMs, Number.POSITIVE_INFINITY]
  .map((_, bucket) => `coalesce(sum(lags[${bucket + 1}]), 0)::float8`)
  .join(", ");

/** What passed through the pipeline, for charts: from the rollup, so its cost does not grow with the sales. */
export async function readPipelineChart(sql: Sql, window: PipelineWindow): Promise<PipelineChart> {
  const { stepMs, points } = pipelineWindows[window];
  const rows = await sql<StepRow[]>`
    with step as (
      select ${stepMs} * interval '1 millisecond' as length, clock_timestamp() as now,
        date_bin(${stepMs} * interval '1 millisecond', clock_timestamp(), 'epoch') as last
    ), counted as (
      select date_bin(${stepMs} * interval '1 millisecond', minute, 'epoch') as at, class,
        sum(accepted)::float8 as accepted, sum(posted)::float8 as posted, sum(rejected)::float8 as rejected,
        sum(dead)::float8 as dead, array[${sql.unsafe(lagSums)}] as lags
      from pipeline_minute where minute >= (select last - ${points - 1} * length from step)
      group by grouping sets ((1, 2), 1)
    )
    select g.at, least(date_part('epoch', step.length), greatest(1, date_part('epoch', step.now - g.at))) as seconds,
      c.class, coalesce(c.accepted, 0) as accepted, coalesce(c.posted, 0) as posted, coalesce(c.rejected, 0) as rejected,
      coalesce(c.dead, 0) as dead, coalesce(c.lags, '{}') as lags
    from step
      cross join lateral generate_series(step.last - ${points - 1} * step.length, step.last, step.length) as g(at)
      left join counted c on c.at = g.at
    order by g.at, c.class`;
  return chartOf(rows, stepMs);
}
