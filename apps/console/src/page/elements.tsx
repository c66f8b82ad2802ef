import { formatAge } from "@rewards/runtime";
import { type Child, useContext } from "hono/jsx";
import { formTokenField, formTokenOf } from "../session/session.cookie.ts";
import { Zone } from "./zone.ts";

export interface TableProps {
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
              <th scope="row" data-head={head[0]}>
                {first}
              </th>
              {cells.map((cell, column) => (
                <td data-head={head[column + 1]} {...align(column + 1)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

/** A label and its value. `Facts` leaves out a fact without a value. */
export type Fact = readonly [name: string, value: Child];

const isGiven = ([, value]: Fact) => value !== null && value !== undefined && value !== "";

interface FactsProps {
  readonly facts: readonly Fact[];
  /** In several columns, where they fit. */
  readonly isCompact?: true | undefined;
}

export const Facts = ({ facts, isCompact }: FactsProps) => (
  <dl {...(isCompact && { class: "compact" })}>
    {facts.filter(isGiven).map(([name, value]) => (
      <div>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

/** Something that happened, or that is so now. */
export interface Step {
  /** When; null for what is so now. */
  readonly at: string | null;
  readonly title: Child;
  readonly details?: readonly Child[];
  readonly tone?: "good" | "problem" | "waiting";
}

/** Steps from the oldest to now, each with the time since the one before. */
export const Timeline = ({ steps }: { readonly steps: readonly Step[] }) => (
  <ol class="timeline">
    {steps.map(({ at, title, details = [], tone = "" }, index) => (
      <li class={tone}>
        <p class="when">
          {at === null ? "Now" : <Time at={at} isExact />}
          <Since at={at} before={steps[index - 1]?.at ?? null} />
        </p>
        <p>
          <strong>{title}</strong>
        </p>
        {details.map((detail) => (
          <p>{detail}</p>
        ))}
      </li>
    ))}
  </ol>
);

const Since = ({ at, before }: { readonly at: string | null; readonly before: string | null }) => {
  if (at === null || before === null) return null;
  const ms = Date.parse(at) - Date.parse(before);
  return ms < 0 ? null : <span>{` +${formatAge(ms)}`}</span>;
};

interface ChoiceProps {
  /** The name of the field, and the ID of its element. */
  readonly name: string;
  readonly label: string;
  readonly values: readonly string[];
  readonly chosen: string | null | undefined;
  /** The text of the empty value; without it a value must be chosen. */
  readonly all?: string;
}

/** A field whose value is one of a list. */
export const Choice = ({ name, label, values, chosen, all }: ChoiceProps) => (
  <>
    <label for={name}>{label}</label>
    <select id={name} name={name} required={all === undefined}>
      {all !== undefined && <option value="">{all}</option>}
      {values.map((value) => (
        <option value={value} selected={value === chosen}>
          {value}
        </option>
      ))}
    </select>
  </>
);

/** Binds a form to the browser that it is made for; see checkFormToken. */
export const FormToken = ({ token }: { readonly token: string }) => (
  <input type="hidden" name={formTokenField} value={formTokenOf(token)} />
);

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const numbers = new Intl.NumberFormat("en-US", { maximumFractionDigits: 4 });

/** An amount, as a number or as decimal text: `12,345.5`. */
export const formatPoints = (amount: unknown): string => numbers.format(String(amount) as Intl.StringNumericLiteral);

/** With its sign: `+42`. */
export const formatChange = (amount: unknown): string => (Number(amount) > 0 ? "+" : "") + formatPoints(amount);

interface TimeProps {
  readonly at: unknown;
  /** To the millisecond. */
  readonly isExact?: boolean;
  /** The day alone. */
  readonly isDay?: boolean;
}

/** An instant to the second, in the time zone of the page; a dash if it is not set. Its title has it in UTC. */
export const Time = ({ at, isExact = false, isDay = false }: TimeProps) => {
  const zone = useContext(Zone);
  if (typeof at !== "string") return <>–</>;
  const utc = `${at.slice(0, 10)} ${at.slice(11, isExact ? 23 : 19)} UTC`;
  const local = zone === "UTC" || isExact ? utc : new Date(at).toLocaleString("sv", { timeZone: zone });
  return (
    <time datetime={at} title={utc}>
      {isDay ? local.slice(0, 10) : local}
    </time>
  );
};
