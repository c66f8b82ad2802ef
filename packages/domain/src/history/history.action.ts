/** The action in the first row of a record's history. */
export const createdAction = "Create";
/** The action for any move with which an operator gives up a record. */
export const discardAction = "Discard";
/** The action with which an operator erases a person, and its note. */
export const eraseAction = "Erase";
export const erasedNote = "Member erased.";
/** The action of a change without details. A migration by hand writes it (docs/migrations.md). */
export const unknownAction = "Unknown";

/** The action for a worker's move: `expire` becomes `Expire`. */
export function stageAction(move: string): string {
  return move.charAt(0).toUpperCase() + move.slice(1);
}
