import { formatId, member, programme, reward, sale } from "@rewards/domain";
import { type LabProcess, startApp } from "@rewards/lab/process";
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
 * The paths of pages, by what they show: pages that read records, and a search with each kind of term. The session must have a reward, and sales of the member;
 * by default the pages are about the member who bought last.
 */
export async function pagePathsOf({ sql }: Session, memberKey?: string): Promise<Readonly<Record<string, string>>> {
  const [ids] = await sql<Record<"member" | "key" | "sale" | "reward" | "programme" | "number" | "request", string>[]>`
    select m.id as member, m.external_id as key, p.id as programme, (select id from reward limit 1) as reward, s.id as sale,
      s.number::text as number, coalesce(s.request_id, s.id::text) as request
    from member m join programme p on p.business_id = m.program_business_id cross join lateral (
      select * from sale where member_external_id = m.external_id order by id desc limit 1) s
    where m.external_id = coalesce(${memberKey ?? null}, (select member_external_id from sale order by id desc limit 1))`;
  if (!ids) throw new Error("no sale of a member was found");
  const memberPath = `/members/${formatId(member.idPrefix, ids.member)}`;
  const find = (term: string) => `/find?q=${encodeURIComponent(term)}`;
  return {
    Overview: "/",
    "Overview of a day": "/?window=day",
    "Dead letters": "/dead-letters",
    Queues: "/queue",
    Sales: "/sales",
    "a sale": `/sales/${formatId(sale.idPrefix, ids.sale)}`,
    "a member": memberPath,
    "sales of a member": `${memberPath}?list=sales`,
    "entries of a member": `${memberPath}?list=entries`,
    Rewards: "/rewards",
    "a reward": `/rewards/${formatId(reward.idPrefix, ids.reward)}`,
    Programmes: "/programmes",
    "a programme, by day": `/programmes/${formatId(programme.idPrefix, ids.programme)}`,
    Audit: "/audit",
    "search: UUID": find(ids.sale),
    "search: BusinessID": find(`${sale.idPrefix}-${ids.number}`),
    "search: ExternalID": find(ids.key),
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
