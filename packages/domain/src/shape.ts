/** Where the values of an answer stand in its body. A definition lists exactly the paths its call answers with. */
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

const valueAt: Record<ShapePath, (outcome: Outcome) => unknown> = {
  "data.objectInfo.status": (outcome) => outcome.status,
  "data.objectInfo.ID": (outcome) => outcome.id,
  "data.objectInfo.content": (outcome) => outcome.content,
  "data.ID": (outcome) => outcome.id,
  "data.confirmationNote": (outcome) => outcome.confirmationNote,
  ID: (outcome) => outcome.id,
  confirmationNote: (outcome) => outcome.confirmationNote,
};

/** Builds an answer's body with the paths of its shape, and no other key. */
export function shapeAnswer(shape: readonly ShapePath[], outcome: Outcome): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const path of shape) {
    const steps = path.split(".");
    const last = steps.pop() as string;
    let page = body;
    for (const step of steps) {
      page[step] ??= {};
      page = page[step] as Record<string, unknown>;
    }
    page[last] = valueAt[path](outcome);
  }
  return body;
}
