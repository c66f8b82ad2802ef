import { objectHistory } from "@rewards/domain";
import { text, time } from "../list/list.columns.tsx";
import type { RecordList } from "../list/list.ts";

const columns = [
  text("Change", "MessageText"),
  time("At", "CreateDateTime"),
  text("By", "CreateUserID"),
  text("Note", "ConfirmationNote"),
];

/** The changes of an object, the latest first. */
export const historyOf = (id: string): RecordList => ({
  name: "history",
  title: "History",
  question: { view: objectHistory, parameters: { ObjectID: id }, latestBy: ["ObjectVersion"] },
  columns,
});
