import { type ObjectDefinition, readRight, recordOf } from "@rewards/domain";
import { Lists } from "../list/list.show.tsx";
import { readLists } from "../list/list.ts";
import type { Page } from "../page/page.ts";
import { RecordFacts } from "./record.facts.tsx";
import { historyOf } from "./record.history.ts";
import { idOfPath, nameOf, unknownRecord } from "./record.id.ts";
import { folderOf } from "./record.path.ts";

/** The page of a record with its fields and history, for classes without a special page. */
export function recordPageOf(definition: ObjectDefinition): Page {
  const record = recordOf(definition);
  return {
    path: `${folderOf(definition)}/:id`,
    right: readRight(definition),
    async show(c, viewer, deps) {
      const { id, uuid } = idOfPath(c, definition);
      const found = await deps.views.find(record, uuid);
      if (!found) throw unknownRecord(definition);
      const lists = await readLists(c, viewer, deps, [historyOf(id)]);
      const body = (
        <>
          <RecordFacts definition={record} record={found} />
          <Lists path={`${folderOf(definition)}/${id}`} lists={lists} />
        </>
      );
      return { title: titleOf(definition, found), body };
    },
  };
}

/** `Store S-042` */
export function titleOf(definition: ObjectDefinition, record: Readonly<Record<string, unknown>>): string {
  const name = nameOf(definition);
  const key = String(record[definition.key?.field ?? ""] || record["Name"] || record["ID"]);
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${key}`;
}
