import { formatId, member, programme, reward, sale } from "@rewards/domain";
import { type LabProcess, startApp } from "@rewards/lab/process";
import { formatCount, type Table } from "@rewards/lab/report/report";
import { writeDays } from "@rewards/operations";
import { withProduct } from "../measure/database.ts";
import { quantilesOf, tableOf } from "../measure/figures.ts";
import { inTurn } from "../run/command.ts";
import { createReward } from "../run/sales.ts";
import type { Bench, Session } from "../run/session.ts";

/** A console on the session's database, without a log-in, until the session ends. */
export async function startConsole({ env }: Bench, session: Session): Promise<LabProcess> {
  const { subjectUrl: databaseUrl, queueUrl, closers } = session;
  const moreEnv = { AUTH: "none", METRICS_PORT: "0" };
  const served = await startApp("console", { databaseUrl, queueUrl, env, moreEnv });
  closers.add(() => served.stop());
  return served;
}

/**
 * The paths of pages, by what they show: pages that read records, and a search with each kind of term. Those of
 * clients and users need a log-in. The session must have sales of the member; by default the pages are about the member
 * who bought last.
 */
export async function pagePathsOf(session: Session, memberKey?: string): Promise<Readonly<Record<string, string>>> {
  await createReward(session, "MUG");
  const [ids] = await session.sql<
    Record<"member" | "key" | "sale" | "reward" | "programme" | "number" | "request", string>[]
  >`
    select m.id as member, m.external_id as key, p.id as programme, (select id from reward limit 1) as reward, s.id as sale,
      s.number::text as number, coalesce(s.request_id, s.id::text) as request
    from member m join programme p on p.business_id = m.program_business_id cross join lateral (
      select * from sale where member_external_id = m.external_id order by id desc limit 1) s
    where m.external_id = coalesce(${memberKey ?? null}, (select member_external_id from sale order by id desc limit 1))`;
  if (!ids) throw new Error("no sale of a member was found");
  const memberPath = `/members/${formatId(member.idPrefix, ids.member)}`;
  const find = (term: string) => `/find?q=${encodeURIComponent(term)}`;
  return {
    Home: "/home",
    "Home of a year": "/home?days=365",
    Health: "/health",
    "Health of a day": "/health?window=day",
    "Dead letters": "/dead-letters",
    Queues: "/queue",
    Members: "/members",
    Sales: "/sales",
    "sales that wait": "/sales/waiting",
    "a sale": `/sales/${formatId(sale.idPrefix, ids.sale)}`,
    "a member": memberPath,
    "sales of a member": `${memberPath}?list=sales`,
    "entries of a member": `${memberPath}?list=entries`,
    Vouchers: "/redemption-items",
    "large adjustments": "/adjustments",
    Rewards: "/rewards",
    "a reward": `/rewards/${formatId(reward.idPrefix, ids.reward)}`,
    "Earning rules": "/earning-rules",
    Calendar: "/earning-rules/calendar",
    Segments: "/segments",
    Stores: "/stores",
    Products: "/products",
    Programmes: "/programmes",
    "a programme, by day": `/programmes/${formatId(programme.idPrefix, ids.programme)}`,
    Reports: "/reports",
    Exports: "/exports",
    Webhooks: "/webhooks",
    Audit: "/audit",
    "search: UUID": find(ids.sale),
    "search: BusinessID": find(`${sale.idPrefix}-${ids.number}`),
    "search: ExternalID": find(ids.key),
    "search: part of a name": find("Member"),
    "search: e-mail address": find("nobody@example.com"),
    "search: mobile number": find("+49 170 1234567"),
    "search: request ID": find(ids.request),
    "search: nothing has it": find("no-such-term"),
  };
}

/** Opens a page and follows redirects. @returns milliseconds until its last byte. @throws if it is not shown. */
export async function timeGet(url: string): Promise<number> {
  const startedMs = performance.now();
  const answer = await fetch(url);
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${url} was answered with ${answer.status}: ${text.slice(0, 2_000)}`);
  return performance.now() - startedMs;
}

const laterCalls = 20;
const columns = ["First after a restart", "p50", "max"] as const;

/** A page at a size of the ledger, and its milliseconds: the first call after a restart of the console, and others. */
type Page = readonly [name: string, ms: Readonly<Record<(typeof columns)[number], number>>];

/** Opens every page of the console, for a member with a history in a programme whose points expire. */
export async function measurePages(bench: Bench, session: Session, entries: number): Promise<readonly Page[]> {
  await session.sql`update currency set expiry_months = 12, expiry_until = 'day'`;
  await withProduct(session.databaseUrl, ({ scans }) => writeDays(scans));
  const paths = await pagePathsOf(session, "M0");
  const served = await startConsole(bench, session);
  return inTurn(Object.entries(paths), async ([name, path]): Promise<Page> => {
    await served.stop();
    await served.restart();
    const [first = 0, ...later] = await inTurn(Array(1 + laterCalls).fill(served.url + path), timeGet);
    const { p50, max } = quantilesOf(later);
    return [`${formatCount(entries)}: ${name}`, { "First after a restart": first, p50, max }];
  });
}

export const pageTable = (pages: readonly Page[]): Table =>
  tableOf("Pages of the console, by entries in the ledger (ms)", ["Entries", ...columns], pages, [
    `From the request to the last byte, one call at a time: the first, for which the console was restarted, and ${laterCalls} more.`,
  ]);
