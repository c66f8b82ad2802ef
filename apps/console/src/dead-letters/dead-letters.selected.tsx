import { AppError, objectOfId } from "@rewards/domain";
import { formatCount } from "@rewards/runtime";
import { PageError } from "../page/page.error.ts";

/** The form field for the ID of a record. A form has it once for each record. */
export const idField = "ID";
/** As many as a page shows. */
export const selectedMax = 50;

/**
 * The IDs of the records that a form names.
 * @throws PageError 400 if it names no record or more than `selectedMax`; AppError 404 if an ID is malformed.
 */
export function selectedIds(input: URLSearchParams): string[] {
  const ids = [...new Set(input.getAll(idField))];
  for (const id of ids) objectOfId(id);
  if (ids.length > 0 && ids.length <= selectedMax) return ids;
  const problem = ids.length === 0 ? "No record is selected." : `More than ${selectedMax} records are selected.`;
  throw new PageError(400, problem, "Go back and select records.");
}

export const describeSelection = (ids: readonly string[]) =>
  ids.length === 1 ? (ids[0] as string) : `${ids.length} dead letters`;

export const SelectedIds = ({ ids }: { readonly ids: readonly string[] }) =>
  ids.length === 1 ? null : (
    <ul class="ids">
      {ids.map((id) => (
        <li>
          <code>{id}</code>
        </li>
      ))}
    </ul>
  );

/**
 * Changes one record after the other, each in its own transaction. Skips records that are no longer dead letters.
 * @returns the number of changed records, in words.
 * @throws AppError 404 or 409 if it changed none.
 */
export async function performEach(ids: readonly string[], perform: (id: string) => Promise<void>): Promise<string> {
  const refusals: AppError[] = [];
  for (const id of ids) {
    await perform(id).catch((error: unknown) => {
      if (!(error instanceof AppError && (error.status === 404 || error.status === 409))) throw error;
      refusals.push(error);
    });
  }
  const [refusal] = refusals;
  if (refusal && refusals.length === ids.length) throw refusal;
  const done = formatCount(ids.length - refusals.length);
  return refusal ? `${done} of ${ids.length}; the others were no dead letters any more` : done;
}
