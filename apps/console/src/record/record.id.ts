import { type ObjectDefinition, parseId } from "@rewards/domain";
import type { ConsoleContext } from "../context.ts";
import { PageError } from "../page/page.error.ts";

type Named = Pick<ObjectDefinition, "idPrefix" | "noun">;

/**
 * The ID at the end of a page's path.
 * @throws PageError 404 if it is not the ID of a record of this class.
 */
export function idOfPath(c: ConsoleContext, named: Named): { readonly id: string; readonly uuid: string } {
  const id = c.req.param("id") ?? "";
  const parsed = parseId(id);
  if (parsed?.prefix !== named.idPrefix) throw unknownRecord(named);
  return { id, uuid: parsed.uuid };
}

/** `redemption item` */
export const nameOf = ({ noun }: Pick<Named, "noun">): string => noun.replaceAll("_", " ");

export const unknownRecord = (named: Pick<Named, "noun">) =>
  new PageError(
    404,
    `There is no ${nameOf(named)} with this ID.`,
    "Check the address, or search for another key of it.",
  );
