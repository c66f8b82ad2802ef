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

interface Place {
  readonly pages: readonly string[];
  readonly name: string;
  readonly read: (outcome: Outcome) => unknown;
}

/** A shape is a constant of its definition, and its paths are taken apart once. */
const placesOf = new WeakMap<readonly ShapePath[], readonly Place[]>();

function readPlaces(shape: readonly ShapePath[]): readonly Place[] {
  const places = shape.map((path) => {
    const steps = path.split(".");
    return { pages: steps.slice(0, -1), name: steps.at(-1) as string, read: valueAt[path] };
  });
  placesOf.set(shape, places);
  return places;
}

/** Builds an answer's body with the paths of its shape, and no other key. */
export function shapeAnswer(shape: readonly ShapePath[], outcome: Outcome): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const { pages, name, read } of placesOf.get(shape) ?? readPlaces(shape)) {
    let page = body;
    for (const step of pages) {
      page[step] ??= {};
      page = page[step] as Record<string, unknown>;
    }
    page[name] = read(outcome);
  }
  return body;
}
