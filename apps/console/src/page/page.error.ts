/** Ends a request with a page that says what is wrong and what to do about it. */
export class PageError extends Error {
  override readonly name = "PageError";
  readonly status: PageStatus;
  readonly remedy: string;
  readonly headers: Readonly<Record<string, string>>;

  /** @param message what is wrong, a sentence; `remedy` what the reader does about it. */
  constructor(status: PageStatus, message: string, remedy: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.remedy = remedy;
    this.headers = headers;
  }
}

/** The API does nothing without the consent of a second user. */
export class ConsentError extends PageError {}

/** A field is wrong. The message is a sentence for the reader. */
export class InputError extends Error {
  override readonly name = "InputError";
}

/** Why a request is suspect: no page of the console makes it, or somebody seems to guess. */
export type Suspicion = "host" | "site" | "form" | "body" | "method" | "rights" | "page-token" | "guesses";

/** A request that no page of the console makes, such as a form of another site. Log and audit name the reason. */
export class SuspectError extends PageError {
  readonly reason: Suspicion;

  constructor(reason: Suspicion, ...given: ConstructorParameters<typeof PageError>) {
    super(...given);
    this.reason = reason;
  }
}

export type PageStatus = 400 | 403 | 404 | 405 | 409 | 413 | 415 | 421 | 429 | 500 | 503;

export const titles: Readonly<Record<PageStatus, string>> = {
  400: "The request is wrong",
  403: "Not allowed",
  404: "Not found",
  405: "Not possible here",
  409: "Not done",
  413: "Too large",
  415: "Not a form",
  421: "Unknown address",
  429: "Too many attempts",
  500: "Something went wrong",
  503: "Not available now",
};
