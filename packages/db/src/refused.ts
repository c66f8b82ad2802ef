/** A change of clients or users was refused. The message says why, in a sentence for operators. */
export class ChangeRefusedError extends Error {
  override readonly name = "ChangeRefusedError";
}
