import { type DataViewDefinition, defineDataView } from "./data-view.ts";
import type { RecordDefinition } from "./record.ts";

/** All records of a class in creation order, including deleted ones. */
export function defineListView(name: string, record: RecordDefinition): DataViewDefinition {
  return defineDataView({ name, record, parameters: {}, where: [] });
}
