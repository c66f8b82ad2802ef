import { type DataViewDefinition, defineDataView } from "./data-view.ts";
import type { RecordDefinition } from "./record.ts";

/** All records of a class, deleted ones too, in the order of their creation. */
export function defineListView(name: string, record: RecordDefinition): DataViewDefinition {
  return defineDataView({ name, record, parameters: {}, where: [] });
}
