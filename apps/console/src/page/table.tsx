import type { Child } from "hono/jsx";

interface TableProps {
  readonly caption: string;
  readonly head: readonly string[];
  /** A row's first cell is its heading. */
  readonly rows: readonly (readonly Child[])[];
  /** The columns with numbers, which are aligned at their end. */
  readonly numbers?: readonly number[];
}

/** A table that scrolls by itself where it is wider than the window; with the keyboard too, since it takes the focus. */
export const Table = ({ caption, head, rows, numbers = [] }: TableProps) => {
  const align = (column: number) => (numbers.includes(column) ? { class: "number" } : {});
  return (
    <section class="scroll" aria-label={caption} tabindex={0}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {head.map((name, column) => (
              <th scope="col" {...align(column)}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...cells]) => (
            <tr>
              <th scope="row">{first}</th>
              {cells.map((cell, column) => (
                <td {...align(column + 1)}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};
