import { objectHistory } from "@rewards/domain";
import { prose, text, time } from "../list/list.columns.tsx";
import type { RecordList } from "../list/list.ts";

const columns = [
  prose("Change", "MessageText"),
  time("At", "CreateDateTime"),
  text("By", "CreateUserID"),
  prose("Note", "ConfirmationNote"),
];

/** The changes of an object, the latest first. */
export const historyOf = (id: string): RecordList => ({
  name: "history",
  title: "History",
  question: { view: objectHistory, parameters: { ObjectID: id }, latestBy: ["ObjectVersion"] },
  columns,
});
