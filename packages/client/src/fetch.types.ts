/** The part of the platform's `fetch` that this client uses. */
export type Fetch = (url: string, init: Outgoing) => Promise<Incoming>;

export interface Outgoing {
  readonly method: string;
  readonly headers: Headers;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/** The part of a Response that this client reads. */
export interface Incoming extends Pick<Response, "ok" | "status" | "text" | "json"> {
  readonly headers: Pick<Headers, "get">;
}
