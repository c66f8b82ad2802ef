import { listWaiting, requestsShownMax } from "@rewards/access";
import type { Sql } from "@rewards/db";
import {
  actionRight,
  addBalance,
  dataViewNamed,
  formatId,
  isGranted,
  operatorRight,
  readRight,
  reward,
  viewRight,
  webhookPrefix,
} from "@rewards/domain";
import { countedRowsMax, expiringDays, readExpiring } from "@rewards/operations";
import { formatCount } from "@rewards/runtime";
import type { Viewer } from "../context.ts";
import { formatPoints } from "../page/elements.tsx";

/** Something that waits for a person, and the page where it is dealt with. */
export interface Need {
  readonly text: string;
  readonly path: string;
  /** What the person does there. */
  readonly verb: string;
}

/** The programme that Home shows. */
interface Asked {
  readonly currency: string;
  readonly path: string;
}

interface NeedDefinition {
  readonly right: string;
  readonly read: (sql: Sql, asked: Asked, viewer: Viewer) => Promise<readonly Need[]>;
}

const shownMax = 3;
/** The latest rewards, whose stock is looked up. */
const rewardsMax = 500;
const counted = (count: number) => (count < countedRowsMax ? formatCount(count) : `${formatCount(count)}+`);
const plural = (count: number, one: string, many: string) => `${counted(count)} ${count === 1 ? one : many}`;

async function readWaiting(sql: Sql): Promise<Need[]> {
  const [row] = await sql<{ member: number; store: number }[]>`
    select count(member)::int as member, count(store) filter (where member is null)::int as store
    from (select member, store from awaiting order by sale_id limit ${countedRowsMax}) as counted`;
  const { member = 0, store = 0 } = row ?? {};
  const lineOf = (count: number, whom: string) =>
    count > 0
      ? [{ text: `${plural(count, "sale waits", "sales wait")} for ${whom}`, path: "/sales/waiting", verb: "Look" }]
      : [];
  return [...lineOf(member, "members who never registered"), ...lineOf(store, "stores that nobody registered")];
}

async function readEmptyStock(sql: Sql): Promise<Need[]> {
  const rows = await sql<{ id: string; name: string; added: string }[]>`
    select r.id, r.name, s.added
    from (select id, name, status from reward order by create_date_time desc, id desc limit ${rewardsMax}) r
    cross join lateral (
      select added from stock where reward_id = r.id and available = 0 and added > 0
      offset 0 -- Planned apart, so that each is looked up.
    ) s
    where r.status = ${reward.initial} limit ${shownMax}`;
  return rows.map(({ id, name, added }) => ({
    text: `${name}: 0 of ${formatPoints(added)} left`,
    ...{ path: `/rewards/${formatId(reward.idPrefix, id)}`, verb: "Look" },
  }));
}

async function readSoonExpired(sql: Sql, { currency, path }: Asked): Promise<Need[]> {
  const points = await readExpiring(sql, currency);
  if (points === undefined) return [];
  return [
    { text: `At most ${formatPoints(points)} points expire in the next ${expiringDays} days`, path, verb: "See days" },
  ];
}

async function readDead(sql: Sql): Promise<Need[]> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int from (select from dead_letter order by reason, class, id limit ${countedRowsMax}) as counted`;
  const count = row?.count ?? 0;
  return count > 0
    ? [
        {
          text: `${plural(count, "dead letter", "dead letters")}: nobody tries them again`,
          path: "/dead-letters",
          verb: "Replay",
        },
      ]
    : [];
}

async function readFailing(sql: Sql): Promise<Need[]> {
  const rows = await sql<{ id: string; url: string }[]>`
    select id, url from webhook where failing_since is not null and state = 'active' order by failing_since limit ${shownMax}`;
  return rows.map(({ id, url }) => ({
    text: `The webhook to ${new URL(url).host} fails`,
    ...{ path: `/webhooks/${formatId(webhookPrefix, id)}`, verb: "Look" },
  }));
}

/** What others asked for. */
async function readRequests(sql: Sql, _: Asked, { name, token }: Viewer): Promise<Need[]> {
  const { length } = token === undefined ? [] : (await listWaiting(sql)).filter(({ askedBy }) => askedBy !== name);
  const count = length < requestsShownMax ? formatCount(length) : `${formatCount(length)}+`;
  const text = `${count} ${length === 1 ? "adjustment waits" : "adjustments wait"} for a second person's consent`;
  return length > 0 ? [{ text, path: "/adjustments", verb: "Decide" }] : [];
}

/** What may wait for a person, with the right to the page that deals with it. */
const definitions: readonly NeedDefinition[] = [
  { right: actionRight(addBalance), read: readRequests },
  { right: viewRight(dataViewNamed("SaleList")), read: readWaiting },
  { right: readRight(reward), read: readEmptyStock },
  { right: viewRight(dataViewNamed("ProgramList")), read: readSoonExpired },
  { right: operatorRight("list"), read: readDead },
  { right: operatorRight("webhooks"), read: readFailing },
];

/** What waits for this viewer, by indexes and bounded counts. */
export async function readNeeds(sql: Sql, viewer: Viewer, asked: Asked): Promise<Need[]> {
  const needs: Need[] = [];
  for (const { right, read } of definitions)
    if (isGranted(viewer.rights, right)) needs.push(...(await read(sql, asked, viewer)));
  return needs;
}

/** What waits for the viewer, each with the page that deals with it. */
export const Needs = ({ needs }: { readonly needs: readonly Need[] }) => (
  <section class="card" aria-labelledby="needs">
    <h2 id="needs">Needs you</h2>
    {needs.length === 0 ? (
      <p class="note">Nothing waits for you.</p>
    ) : (
      <ul class="lines">
        {needs.map(({ text, path, verb }) => (
          <li>
            <span>{text}</span>
            <a href={path} aria-label={`${verb}: ${text}`}>
              {verb}
            </a>
          </li>
        ))}
      </ul>
    )}
  </section>
);
