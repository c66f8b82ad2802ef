import { type DataViewDefinition, type ObjectDefinition, viewRight } from "@rewards/domain";
import type { Child } from "hono/jsx";
import { ActionLink } from "../action/action.tsx";
import type { ConsoleContext } from "../context.ts";
import type { Page } from "../page/page.ts";
import { folderOf } from "../record/record.facts.tsx";
import { createActionFor } from "../record-action/create.action.tsx";
import type { Condition } from "../views.ts";
import { type Column, Lists, type RecordList, readLists } from "./list.tsx";

/** What a list can be limited to, by an index. */
interface Filter {
  /** Its name in the address. */
  readonly name: string;
  readonly label: string;
  readonly condition: (typed: string) => Condition;
  /** Its index has no time: see Question. */
  readonly isOpenFirst?: true;
}

interface ListPageOptions {
  readonly definition: ObjectDefinition;
  readonly view: DataViewDefinition;
  readonly menu: string;
  readonly lead?: Child;
  /** Before the button of a new record. */
  readonly links?: Child;
  readonly columns: readonly Column[];
  readonly filters?: readonly Filter[];
}

/** Records that have exactly this value. */
export const equals = (name: string, label: string, field: string): Filter => ({
  name,
  label,
  condition: (value) => ({ field, comparator: "EQ", value }),
});

/** The same, for a field whose index has no time: records of a member. */
export const ofMember = (name: string, label: string, field: string): Filter => ({
  ...equals(name, label, field),
  isOpenFirst: true,
});

/** Records with these words in a text, in any case. */
export const contains = (name: string, label: string, field: string): Filter => ({
  name,
  label,
  condition: (value) => ({ field, comparator: "CONTAINS", value, ignoreCase: true }),
});

/** A page of a list, and the list that an address asks for. */
export interface ListPage extends Page {
  readonly filters: readonly string[];
  listFor(c: Pick<ConsoleContext, "req">): RecordList;
}

/** A page with the records of a class: filters and sorting are in its address. */
export function listPageOf(options: ListPageOptions): ListPage {
  const { definition, view, menu, lead, links, filters = [] } = options;
  const path = folderOf(definition);
  return {
    filters: filters.map(({ name }) => name),
    listFor: (c) => listOf(options, c),
    path,
    menu,
    right: viewRight(view),
    async show(c, viewer, deps) {
      const list = listOf(options, c);
      const lists = await readLists(c, viewer, deps, [list]);
      const create = createActionFor(definition);
      return {
        title: menu,
        lead,
        tools: (links !== undefined || create) && (
          <>
            {links}
            {create && (
              <ActionLink action={create} viewer={viewer}>
                New {definition.noun.replaceAll("_", " ")}
              </ActionLink>
            )}
          </>
        ),
        body: (
          <>
            <Filters options={options} c={c} path={path} />
            <Lists path={path} lists={lists} />
          </>
        ),
      };
    },
  };
}

const orders = { latest: "Latest first", oldest: "Oldest first" } as const;

/** Without filters in the address, the whole list, the latest first. */
function listOf(
  { definition, view, columns, filters = [] }: ListPageOptions,
  c: Pick<ConsoleContext, "req">,
): RecordList {
  const order = c.req.query("order") === "oldest" ? "oldest" : "latest";
  const given = filters.flatMap(({ name, condition, isOpenFirst = false }) => {
    const typed = (c.req.query(name) ?? "").trim();
    return typed === "" ? [] : [{ name, typed, isOpenFirst, condition: condition(typed) }];
  });
  const by = ["CreateDateTime"];
  return {
    name: folderOf(definition).slice(1),
    title: orders[order],
    question: {
      view,
      conditions: given.map(({ condition }) => condition),
      isOpenFirst: given.some(({ isOpenFirst }) => isOpenFirst),
      ...(order === "latest" ? { latestBy: by } : { oldestBy: by }),
    },
    columns,
    query: Object.fromEntries([
      ...given.map(({ name, typed }) => [name, typed]),
      ...(order === "latest" ? [] : [["order", order]]),
    ]),
  };
}

interface FiltersProps {
  readonly options: ListPageOptions;
  readonly c: ConsoleContext;
  readonly path: string;
}

const Filters = ({ options: { filters = [] }, c, path }: FiltersProps) => (
  <form method="get" action={path} class="filter">
    {filters.map(({ name, label }) => (
      <>
        <label for={name}>{label}</label>
        <input id={name} name={name} value={c.req.query(name) ?? ""} maxlength={255} autocomplete="off" />
      </>
    ))}
    <label for="order">Order</label>
    <select id="order" name="order">
      {Object.entries(orders).map(([name, title]) => (
        <option value={name} selected={name === c.req.query("order")}>
          {title}
        </option>
      ))}
    </select>
    <button type="submit" class="quiet">
      Show
    </button>
    {filters.some(({ name }) => c.req.query(name)) && <a href={path}>All</a>}
  </form>
);
