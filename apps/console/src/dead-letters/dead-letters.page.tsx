import { type DeadLetterPage, listDeadLetters } from "@rewards/db";
import { operatorRight, parseListCall } from "@rewards/domain";
import { formatCount } from "@rewards/runtime";
import type { Page } from "../page/page.ts";
import { Table } from "../page/table.tsx";

const errorLengthMax = 200;

/** Dead letters, page by page. Replay and discard are commands of `rewards dead-letters`. */
export const deadLettersPage: Page = {
  path: "/dead-letters",
  menu: "Dead letters",
  right: operatorRight("list"),
  async show(c, viewer, { sql }) {
    const { address: origin, requestId } = c.var;
    const call = parseListCall({ cursor: c.req.query("cursor") });
    const page = await listDeadLetters(sql, call, { actor: viewer.name, origin, requestId });
    return { title: "Dead letters", body: <DeadLetters page={page} /> };
  },
};

const DeadLetters = ({ page }: { readonly page: DeadLetterPage }) => {
  const { deadLetters, counts, cursor } = page;
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      {total === 0 ? (
        <p class="card good">There are no dead letters.</p>
      ) : (
        <>
          <p>
            Records that failed at every attempt: {formatCount(total)}. Replay or discard them with{" "}
            <code>rewards dead-letters</code>.
          </p>
          <Table
            caption="Dead letters, by class and ID"
            head={["ID", "Reason", "Attempts", "First failure", "Last failure", "Error"]}
            numbers={[2]}
            rows={deadLetters.map((one) => [
              one.ID,
              one.reason,
              String(one.attempts),
              one.firstAt,
              one.lastAt,
              one.error.slice(0, errorLengthMax),
            ])}
          />
          {cursor !== null && <a href={`/dead-letters?cursor=${encodeURIComponent(cursor)}`}>Next page</a>}
        </>
      )}
    </>
  );
};
