import { allowCalls } from "@rewards/access";
import type { Sql } from "@rewards/db";
import type { Viewer } from "../context.ts";
import { ConsentError, InputError, PageError } from "../page/page.error.ts";

/** A call that changes something. */
interface ApiCall {
  readonly method: "POST" | "PATCH";
  /** Below the root of the API, or of operators: `/objects`. */
  readonly path: string;
  readonly content: object;
  /** `objectTypeID`, for creates. */
  readonly className?: string;
  /** Whether the path is one of operators, whose bodies are bare. */
  readonly isOperators?: true;
  /** The version that the record must have. */
  readonly version?: string | undefined;
  /** Repeats with this key have no further effect. */
  readonly key: string;
}

/** The API, which the console calls with the rights of its users: the role of the console itself writes no record. */
export interface Api {
  /**
   * @returns the ID of the new record of a create; empty for an action.
   * @throws InputError if a field is wrong.
   * @throws ConsentError if a second user must agree.
   * @throws PageError if the call is refused, or the API does not answer.
   */
  send(viewer: Viewer, call: ApiCall): Promise<string>;
  /** The same call, for its whole answer. */
  ask(viewer: Viewer, call: ApiCall): Promise<string>;
}

const root = "/dx/api/application/v2";
const operatorRoot = "/ops/v1";
const answerMsMax = 10_000;

/** @param url where the API listens. */
export function createApi(sql: Sql, url: string): Api {
  async function read(viewer: Viewer, call: ApiCall) {
    const { method, path, content, className, version, key, isOperators } = call;
    const credential = viewer.token === undefined ? undefined : await allowCalls(sql, viewer.token);
    const headers = {
      "content-type": "application/json",
      "idempotency-key": key,
      ...(credential !== undefined && { authorization: `Bearer ${credential}` }),
      ...(version !== undefined && { "if-match": `"${version}"` }),
    };
    const wrapped = { content, ...(className !== undefined && { objectTypeID: className }) };
    const body = JSON.stringify(isOperators ? content : wrapped);
    const answer = await fetch(url + (isOperators ? operatorRoot : root) + path, {
      ...{ method, headers, body, redirect: "error" },
      signal: AbortSignal.timeout(answerMsMax),
    });
    return { ok: answer.ok, status: answer.status, headers: answer.headers, text: await answer.text() };
  }

  async function answerOf(viewer: Viewer, call: ApiCall) {
    try {
      const answer = await read(viewer, call);
      if (!answer.ok) throw refusalOf(answer.status, JSON.parse(answer.text) as ApiError);
      return answer;
    } catch (error) {
      if (error instanceof InputError || error instanceof PageError) throw error;
      throw new PageError(
        503,
        "The API does not answer, so it is not known whether this was done.",
        `Go back and send the form again: it acts once. If it repeats, look at the API's /readyz, and at REWARDS_URL of the console: ${url}.`,
      );
    }
  }

  return {
    async send(viewer, call) {
      const { headers } = await answerOf(viewer, call);
      // Classes have the ID of a new record in different places of the body, and all have it at the end of this header.
      return (headers.get("location") ?? "").replace(/^.*\//, "");
    },
    ask: async (viewer, call) => (await answerOf(viewer, call)).text,
  };
}

interface ApiError {
  readonly localizedValue?: string;
  readonly errorDetails?: readonly { readonly message?: string; readonly localizedValue: string }[];
}

function refusalOf(status: number, error: ApiError): InputError | PageError {
  const sentence = sentenceOf(error);
  if (status === 422) return new InputError(sentence);
  const code = error.errorDetails?.[0]?.message;
  if (code === "Error_Key_Taken") return new InputError("Another record has this key already: search for it.");
  if (status === 401)
    return new PageError(
      503,
      "The API does not know the users of this console.",
      "Both need the same database and AUTH=required.",
    );
  if (code === "Error_Consent_Missing")
    return new ConsentError(403, sentence, "Look at the requests to adjust points.");
  if (status === 403) return new PageError(403, sentence, "Ask an administrator to give you the right.");
  if (status === 404) return new PageError(404, sentence, "Search for the record again.");
  if (status === 409 || status === 412)
    return new PageError(409, sentence, "Look at the record again: it may have changed.");
  if (status === 429 || status === 503) return new PageError(503, sentence, "Wait a little, and send the form again.");
  return new PageError(400, sentence, "Go back, and correct the form.");
}

/** The details name their fields, which the sentences mostly do as well. */
const sentenceOf = ({ localizedValue = "The API refused this.", errorDetails = [] }: ApiError): string =>
  errorDetails.map((detail) => detail.localizedValue).join(" ") || localizedValue;
