/** The service cannot run as asked. The message is complete and meant for the person at the terminal; print no stack. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
}
