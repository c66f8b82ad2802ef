/** The service cannot run as asked. The message is for the person at the terminal, and complete: no stack is needed. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
}
