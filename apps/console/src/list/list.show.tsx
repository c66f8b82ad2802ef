import { Table } from "../page/table.tsx";
import type { ReadList } from "./list.ts";

interface ListsProps {
  /** The path of the page. */
  readonly path: string;
  readonly lists: readonly ReadList[];
}

/** Lists, each with a link to its further records. */
export const Lists = ({ path, lists }: ListsProps) => lists.map((list) => <List path={path} read={list} />);

const List = ({ path, read }: { readonly path: string; readonly read: ReadList }) => {
  const { list, lacking, answer, isLater } = read;
  const more = answer?.nextPageToken;
  return (
    <section class="list">
      <h2 id={list.name}>{list.title}</h2>
      {lacking !== undefined && <p class="note">You need the right {lacking} to see them.</p>}
      {answer?.data.length === 0 && <p class="note">None.</p>}
      {answer !== undefined && answer.data.length > 0 && <Rows read={read} />}
      {(more !== undefined || isLater) && (
        <p class="pages">
          {isLater && <a href={`${path}?list=${list.name}`}>First page</a>}
          {more !== undefined && (
            <a href={`${path}?list=${list.name}&token=${encodeURIComponent(more)}`}>More: {list.title.toLowerCase()}</a>
          )}
        </p>
      )}
    </section>
  );
};

const Rows = ({ read: { list, answer } }: { readonly read: ReadList }) => (
  <Table
    caption={list.title}
    head={list.columns.map(({ head }) => head)}
    numbers={list.columns.flatMap(({ isNumber }, index) => (isNumber ? [index] : []))}
    rows={(answer?.data ?? []).map((record) => list.columns.map(({ show }) => show(record)))}
  />
);
