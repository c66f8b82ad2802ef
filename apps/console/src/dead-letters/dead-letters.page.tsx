import type { DeadLetterPage } from "@rewards/db";
import { formatCount } from "@rewards/runtime";
import type { Viewer } from "../context.ts";
import { Layout } from "../page/layout.tsx";
import { Table } from "../page/table.tsx";

const errorLengthMax = 200;

/** A page of dead letters. Replay and discard are commands of `rewards dead-letters`. */
export const DeadLettersPage = ({ viewer, page }: { readonly viewer: Viewer; readonly page: DeadLetterPage }) => {
  const { deadLetters, counts, cursor } = page;
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  return (
    <Layout title="Dead letters" viewer={viewer} path="/dead-letters">
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
    </Layout>
  );
};
