import { type ObjectDefinition, objectOfPrefix, parseId, programme } from "@rewards/domain";

/** The folder of the pages of a class's records: `/redemption-items`. */
export const folderOf = ({ noun }: Pick<ObjectDefinition, "noun">): string => `/${noun.replaceAll("_", "-")}s`;
export const programmesFolder = "/programmes";

/** The page of the record with this ID; undefined if its class has no pages. */
export function pathOfRecord(id: string): string | undefined {
  const prefix = parseId(id)?.prefix ?? "";
  if (prefix === programme.idPrefix) return `${programmesFolder}/${id}`;
  const definition = objectOfPrefix(prefix);
  return definition && `${folderOf(definition)}/${id}`;
}
