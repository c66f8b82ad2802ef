import { describe, expect, test } from "vitest";
import { freshKey, memberContent, registerBasics, saleContent } from "./support/fixtures.ts";
import { sendAll } from "./support/load.ts";
import { backends, expectBooksInOrder, useStack } from "./support/stack.ts";

const salesCount = 2_000;
const membersCount = 50;

describe.each(backends)("with the queue on %s", (queue) => {
  const stack = useStack({ queue, workers: 2 });

  test("two APIs and two workers post 2,000 sales of 32 callers once each", async () => {
    const { client, database } = stack;
    const other = await stack.startApi();
    const basics = await registerBasics(client);
    const members = Array.from({ length: membersCount }, () => freshKey("member"));
    for (const member of members) await client.created("Member", memberContent(member));
    const answers = await sendAll(salesCount, 32, (index) => {
      const member = members[index % membersCount] as string;
      return (index % 3 ? client : other.client).create(
        "Sale",
        saleContent(
          { ...basics, member },
          { SaleItems: [{ ProductCode: basics.product, Quantity: 1, TotalAmount: 1 + (index % 7) }] },
        ),
      );
    });
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.ID)).size).toBe(salesCount);
    await expectBooksInOrder(stack);
    const expected = answers.reduce((sum, _, index) => sum + 1 + (index % 7), 0);
    const [posted] =
      await database.sql`select count(*)::int as entries, count(distinct source_id)::int as sales, sum(currency_awarded)::int as points from ledger_entry`;
    expect(posted).toEqual({ entries: salesCount, sales: salesCount, points: expected });
    const [open] = await database.sql`select count(*)::int as open from sale where status <> 'Resolved-Completed'`;
    expect(open).toEqual({ open: 0 });
  });
});
