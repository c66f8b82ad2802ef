/** The places of values in a response's body. A definition lists exactly the paths of its call's response. */
export type ShapePath =
  | "data.objectInfo.status"
  | "data.objectInfo.ID"
  | "data.objectInfo.content"
  | "data.ID"
  | "data.confirmationNote"
  | "ID"
  | "confirmationNote";

export interface Outcome {
  readonly id: string;
  readonly status: string;
  readonly confirmationNote: string;
  readonly content?: Record<string, unknown>;
}

/** A value of the outcome, and the pages of the body that contain it. */
interface Place {
  readonly pages: readonly string[];
  readonly name: string;
  readonly read: (outcome: Outcome) => unknown;
}

const id = (outcome: Outcome) => outcome.id;
const confirmationNote = (outcome: Outcome) => outcome.confirmationNote;
const objectInfo = ["data", "objectInfo"];

const places: Record<ShapePath, Place> = {
  "data.objectInfo.status": { pages: objectInfo, name: "status", read: (outcome) => outcome.status },
  "data.objectInfo.ID": { pages: objectInfo, name: "ID", read: id },
  "data.objectInfo.content": { pages: objectInfo, name: "content", read: (outcome) => outcome.content },
  "data.ID": { pages: ["data"], name: "ID", read: id },
  "data.confirmationNote": { pages: ["data"], name: "confirmationNote", read: confirmationNote },
  ID: { pages: [], name: "ID", read: id },
  confirmationNote: { pages: [], name: "confirmationNote", read: confirmationNote },
};

/** Builds a response's body with the paths of its shape, and no other key. */
export function shapeAnswer(shape: readonly ShapePath[], outcome: Outcome): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const path of shape) {
    const { pages, name, read } = places[path];
    let page = body;
    for (const step of pages) {
      page[step] ??= {};
      page = page[step] as Record<string, unknown>;
    }
    page[name] = read(outcome);
  }
  return body;
}
