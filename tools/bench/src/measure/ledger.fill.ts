import { writeBalances, writeEntries } from "@rewards/db";
import { type Balance, openBook, sale, whyText } from "@rewards/domain";
import postgres, { type Sql } from "postgres";
import { uuidv7 } from "uuidv7";
import { storeCode } from "../subject/shop.ts";

interface FillSpec {
  /** Number of members with entries: M0, M1 …, which must exist. */
  readonly members: number;
  /** The minimum and maximum number of entries per member; uniformly distributed. */
  readonly perMember: readonly [number, number];
  /** Time of the first entry, ms since the epoch. Default: so that the last one is an hour ago. */
  readonly startMs?: number;
  /** The entries of a turn are so far apart, from the first member to the last. Default: all have the same time. */
  readonly withinMs?: number;
}

/** `entriesOf`: by the number of the member. `timeOf`: of the n-th entry of any member, ms since the epoch. */
export type FilledLedger = Awaited<ReturnType<typeof fillLedger>>;

const entryEveryMs = 3_600_000;
const pointsOfSale = 130_000n;
const rowsPerChunk = 2_000;
/** Coprime to the possible numbers of entries, so that neighbours differ. */
const stride = 7_919;

/**
 * Fills the ledger with sales, entries and balances, as if the members had bought in turn, one sale an hour each. Uses
 * the product's own book, so that the books add up. In order of time, since a real ledger scatters a member's entries
 * over the table: a view that found them together would look too fast.
 */
export async function fillLedger(databaseUrl: string, spec: FillSpec) {
  const [fewest, most] = spec.perMember;
  const entriesOf = Array.from({ length: spec.members }, (_, n) => fewest + ((n * stride) % (most - fewest + 1)));
  const { startMs = Date.now() - (most + 1) * entryEveryMs, withinMs = 0 } = spec;
  const turnMs = Math.max(entryEveryMs, withinMs);
  const timeOf = (n: number) => startMs + n * turnMs;
  // Each chunk is a commit; a checkpoint follows before anything is measured.
  const connection = { synchronous_commit: "off" };
  const sql = postgres(databaseUrl, { max: 2, onnotice: () => undefined, connection });
  try {
    const heads = await readHeads(sql, spec.members);
    let writing: Promise<unknown> = Promise.resolve();
    for (let turn = 0; turn < most; turn += 1) {
      const buyers = heads.flatMap((_, n) => ((entriesOf[n] as number) > turn ? [n] : []));
      for (let from = 0; from < buyers.length; from += rowsPerChunk) {
        const clockMs = timeOf(turn) + Math.floor((withinMs * (buyers[from] as number)) / spec.members);
        const write = postTurn(sql, heads, buyers.slice(from, from + rowsPerChunk), clockMs);
        // Postgres takes one chunk while the next is made.
        await writing;
        writing = write();
      }
    }
    await writing;
    await sql`insert into sale_key (external_id, sale_id) select external_id, id from sale on conflict do nothing`;
    await writeBalances(sql, heads);
    await sql`vacuum analyze`;
  } finally {
    await sql.end({ timeout: 5 });
  }
  return { entries: entriesOf.reduce((sum, count) => sum + count, 0), entriesOf, timeOf };
}

async function readHeads(sql: Sql, members: number): Promise<Balance[]> {
  const keys = Array.from({ length: members }, (_, n) => `M${n}`);
  const rows = await sql<{ id: string; memberId: string; currencyId: string }[]>`
    select b.id, b.member as "memberId", b.currency as "currencyId"
    from unnest(${keys}::text[]) with ordinality as k(key, n)
    join member m on m.external_id = k.key join balance b on b.member = m.id order by k.n`;
  if (rows.length !== members) throw new Error(`${rows.length} balances of ${members} members`);
  const empty = { balance: 0n, awarded: 0n, returned: 0n, returnsSum: 0n, sequence: 0, lastAtMs: 0, lastHash: "" };
  return rows.map((row) => ({ ...row, ...empty }));
}

const items = [
  { ProductCode: "P1", Quantity: 1, TotalAmount: 10.5 },
  { ProductCode: "P8", Quantity: 2, TotalAmount: 3.25 },
];

/** One sale of each buyer. Advances `heads` to the last entry of each balance. @returns what writes the rows */
function postTurn(sql: Sql, heads: Balance[], buyers: readonly number[], clockMs: number) {
  const balances = buyers.map((n) => heads[n] as Balance);
  const book = openBook({ balances, clockMs, newId: uuidv7 });
  const why = whyText({ base: pointsOfSale, lines: [0, 1] });
  const posting = { type: "Sale", amount: pointsOfSale, sourceClass: sale.class, rules: 1, why } as const;
  book.post(balances.map(({ memberId, currencyId }) => ({ ...posting, memberId, currencyId, sourceId: uuidv7() })));
  book.changedBalances().forEach((after, index) => {
    heads[buyers[index] as number] = after;
  });
  const entries = book.entries();
  const sources = entries.map(({ sourceId }) => sourceId);
  const keys = buyers.map((n) => `M${n}`);
  const at = new Date(clockMs);
  const writeSales = () => sql`
    insert into sale (id, version, status, confirmation_note, create_date_time, update_date_time, create_user_id,
      update_user_id, origin, external_id, sale_channel_code, point_of_sale_id, sale_items, sale_date_time,
      member_external_id, store_code)
    select id, 2, ${sale.transitions.complete.to}, '', ${at}, ${at}, 'bench', 'bench', 'API', 'fill-' || id, '', 'till-1',
      ${sql.json(items)}, ${at}, member, ${storeCode} from unnest(${sources}::uuid[], ${keys}::text[]) as r(id, member)`;
  return () => Promise.all([writeSales(), writeEntries(sql, entries)]);
}

/**
 * Queries of the ledger for random members, in the form `M12 from to` of the view's workload. Each spans a uniformly
 * drawn number of entries, or all of the member's if she has fewer.
 */
export function pickLooks(
  { entriesOf, timeOf }: FilledLedger,
  count: number,
  [rowsMin, rowsMax]: readonly [number, number],
): string[] {
  const at = (n: number) => new Date(timeOf(n)).toISOString();
  return Array.from({ length: count }, () => {
    const member = Math.floor(Math.random() * entriesOf.length);
    const rows = rowsMin + Math.floor(Math.random() * (rowsMax - rowsMin + 1));
    const entries = entriesOf[member] as number;
    const first = Math.floor(Math.random() * Math.max(1, entries - rows + 1));
    return `M${member} ${at(first)} ${at(Math.min(first + rows, entries) - 1)}`;
  });
}
