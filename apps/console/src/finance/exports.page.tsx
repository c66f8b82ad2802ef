import { type DataViewDefinition, isGranted, type Rights, timestampSchema, viewRight } from "@rewards/domain";
import { exportedFields, exportedViews } from "@rewards/operations";
import type { ConsoleContext } from "../context.ts";
import { downloadList } from "../list/list.csv.ts";
import { PageError } from "../page/page.error.ts";
import type { Page } from "../page/page.ts";
import type { Condition } from "../views.ts";

const path = "/exports";

/** The views of all records of a class. An index has their order, so that each page of a file is read at once. */
const exported: readonly DataViewDefinition[] = exportedViews.filter(
  ({ parameters, orderBy, record }) =>
    Object.keys(parameters).length === 0 && !orderBy && record.fields["CreateDateTime"] !== undefined,
);

const allowed = (rights: Rights) => exported.filter((view) => isGranted(rights, viewRight(view)));

/** `Earning rules` of EarningRuleList. */
const nameOf = ({ name }: DataViewDefinition) => {
  const words = name.replace(/List$/, "").replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.endsWith("y") ? `${words.slice(0, -1)}ies` : `${words}s`;
};

/** The records of a class that were created in a time, as a file. */
export const exportsPage: Page = {
  path,
  menu: "Exports",
  right: exported.map(viewRight),
  async show(c, viewer, deps) {
    const views = allowed(viewer.rights);
    if (c.req.query("view") !== undefined) {
      const { view, conditions } = readChoice(c, views);
      const fields = exportedFields({ view, parameters: {}, isPersonal: c.req.query("personal") === "yes" });
      const listed = { name: view.name, question: { view, conditions }, fields };
      c.set("download", await downloadList(c, viewer, deps, listed));
    }
    return {
      title: "Exports",
      lead: "Records as a file of CSV. The audit names who exports what.",
      body: <ExportForm views={views} />,
    };
  },
};

/** @throws PageError 400 for what the form does not send. */
function readChoice(c: ConsoleContext, views: readonly DataViewDefinition[]) {
  const view = views.find(({ name }) => name === c.req.query("view"));
  if (!view) throw wrong("There is no export of this name for you.");
  const bounds = [
    ["from", "GTE", "T00:00:00.000Z"],
    ["to", "LTE", "T23:59:59.999Z"],
  ] as const;
  const conditions = bounds.flatMap(([name, comparator, time]): Condition[] => {
    const day = c.req.query(name) ?? "";
    if (day === "") return [];
    const value = day + time;
    if (!timestampSchema.safeParse(value).success) throw wrong("A day exists, and is written 2026-11-30.");
    return [{ field: "CreateDateTime", comparator, value }];
  });
  const [from = "", to = ""] = bounds.map(([name]) => c.req.query(name));
  if (to !== "" && to < from) throw wrong("The first day is after the last one.");
  return { view, conditions };
}

const wrong = (text: string) => new PageError(400, text, "Choose again at the page Exports.");

const ExportForm = ({ views }: { readonly views: readonly DataViewDefinition[] }) => (
  <form method="get" action={path} class="card question">
    <label for="view">Records</label>
    <select id="view" name="view">
      {views
        .map((view) => [view.name, nameOf(view)] as const)
        .sort(([, one], [, other]) => (one < other ? -1 : 1))
        .map(([name, words]) => (
          <option value={name}>{words}</option>
        ))}
    </select>
    <label for="from">Created from (UTC), if not from the first</label>
    <input id="from" name="from" type="date" />
    <label for="to">Up to, and including</label>
    <input id="to" name="to" type="date" />
    <label>
      <input name="personal" type="checkbox" value="yes" /> With the fields that describe a person
    </label>
    <p class="buttons">
      <button type="submit">Download CSV</button>
    </p>
    <p class="note">
      A file has at most a million records. <code>rewards export</code> has all of them, the entries of the ledger too.
    </p>
  </form>
);
