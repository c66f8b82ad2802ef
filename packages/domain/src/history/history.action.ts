/** What history calls a record's first row. */
export const createdAction = "Create";
/** What it calls the move that an operator makes with a record that is given up, whichever that is. */
export const discardAction = "Discard";
/** What it calls changes of which is known only that they were made, as docs/migrations.md writes them. */
export const unknownAction = "Unknown";

/** What history calls a move that a worker makes: `expire` is `Expire`. */
export function stageAction(move: string): string {
  return move.charAt(0).toUpperCase() + move.slice(1);
}
