import { type ErrorCode, errorTable, oauthErrors } from "@rewards/domain";
import type { RawAnswer } from "@rewards/lab/wire/answer";
import { attempt, isObject, type Kind, keysComplaint, show } from "../calls/kind.ts";
import { root } from "../calls/targets.ts";
import type { Exchange } from "./exchange.ts";
import type { Alone, Shot } from "./shot.ts";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const tagPattern = /^w\/"[1-9]\d*"$/;
/** What must never leave the service. */
export const internalPattern =
  /\bat .*\.(js|ts):|node_modules|postgres|select |insert |sqlstate|ECONN|violates|constraint/i;
const errorKeys = ["errorClassification", "localizedValue", "errorDetails", "requestId"];
const detailKeys = ["message", "localizedValue", "erroneousInputOutputFieldInPage", "erroneousInputOutputIdentifier"];
const [timedOutStatus] = errorTable.Error_Request_Timeout;
const headStatuses = new Set<number>([200, ...Object.values(errorTable).map(([status]) => status)]);

/** What is wrong with the answers to a request; undefined if nothing. */
export function judgeExchange(shot: Shot, { answers, hangs }: Exchange): string | undefined {
  if (hangs) return "no answer, and the connection is still open";
  const [first, ...rest] = answers;
  const needsAnswer = shot.request.meeting === "lane" || shot.request.meeting === "own";
  if (!first) return needsAnswer ? "the connection ended without an answer" : undefined;
  if (needsAnswer && first.status === timedOutStatus) return "the service waited for more of a whole request";
  const complaint = judgeAnswer(shot, first) ?? (shot.alone && aloneComplaint(shot.alone, first));
  if (complaint) return complaint;
  // Later answers can only refuse what follows the request on its connection.
  for (const answer of rest) {
    const wrong = answer.status < 400 ? "a second answer" : refusalComplaint(answer);
    if (wrong) return wrong;
  }
  return undefined;
}

/** What differs between two answers to one request. */
const ofAnswer = /"(requestId|fetchDateTime)":"[^"]*"/g;
export const aloneOf = ({ status, headers, text }: RawAnswer): Required<Alone> => ({
  ...{ status, tag: headers.get("etag"), text: text.replace(ofAnswer, "") },
});

/** What differs from the answer that the request gets alone. Overload may come at any time. */
function aloneComplaint(alone: Alone, answer: RawAnswer): string | undefined {
  const found = aloneOf(answer);
  const isSame = found.status === alone.status && found.tag === alone.tag && found.text === (alone.text ?? found.text);
  const isOverloaded = answer.status === 503 && codeOf(answer) === "Error_Service_Overloaded";
  return isSame || isOverloaded ? undefined : `alone it is answered ${show(alone)}`;
}

function judgeAnswer(shot: Shot, answer: RawAnswer): string | undefined {
  const { linesType = "application/json" } = shot.target.kind;
  if (answer.headers.get("content-type") !== (answer.status === 200 ? linesType : "application/json"))
    return `the content type ${answer.headers.get("content-type")}`;
  if (shot.request.isHead) return headStatuses.has(answer.status) ? undefined : `the status ${answer.status}`;
  if (answer.status < 400) return successComplaint(shot, answer);
  const complaint = refusalComplaint(answer);
  if (complaint || !shot.isSound || answer.status === 503) return complaint;
  const code = codeOf(answer);
  // Of several copies, perhaps only one may succeed.
  const isExpected = shot.target.kind.refusals?.includes(code) || (shot.copies > 1 && code === "Error_Key_Taken");
  return isExpected ? undefined : `a sound request was refused with ${code}`;
}

function successComplaint(shot: Shot, { status, headers, text }: RawAnswer): string | undefined {
  const { kind } = shot.target;
  const { asked, request } = shot;
  const body = parseAnswer(kind, text);
  const judgeBy = ({ judge, status: wanted = 200 }: Kind) =>
    judge && (status === wanted ? judge(asked, body) : `the status ${status}`);
  if (body === undefined) return "a body that is not JSON";
  // A changed target may lead to "/", which needs nothing of a request.
  if (request.method === root.method && leadsToRoot(request.target)) return judgeBy(root);
  // Another method of the path is judged when it is requested itself.
  if (request.method !== kind.method)
    return asked.endpoint.methods.includes(request.method) ? undefined : `${request.method} succeeded`;
  if (asked.isStranger) return "a caller without a credential was served";
  if (kind.hasBody && asked.body === undefined) return "a missing or invalid body was accepted";
  const tag = headers.get("etag");
  if (tagPattern.test(tag ?? "") !== (kind.hasTag ?? false)) return `the ETag ${tag}`;
  return judgeBy(kind);
}

function leadsToRoot(target: string): boolean {
  const base = "http://localhost";
  return URL.canParse(target, base) && new URL(target, base).pathname === root.pattern;
}

/** Every error has the same body shape, a status that its code allows, and no internals. */
function refusalComplaint({ status, headers, text }: RawAnswer): string | undefined {
  const body = parse(text);
  if (!isObject(body)) return "an error without its body";
  const { errorDetails: details, requestId } = body;
  const wrong = keysComplaint(body, [...errorKeys, ...(status === 401 ? ["errors"] : []), ...oauthKeysOf(details)]);
  if (wrong) return wrong;
  if (!Array.isArray(details) || details.length === 0) return "an error without details";
  for (const detail of details) {
    const wrong = keysComplaint(detail, detailKeys);
    if (wrong) return wrong;
    const entry = errorTable[(detail as { message: ErrorCode }).message];
    if (entry?.[0] !== status) return `the status ${status} with ${show(detail)}`;
  }
  if (typeof requestId !== "string" || !uuid.test(requestId) || requestId !== headers.get("x-request-id"))
    return `the requestId ${show(requestId)}`;
  if (internalPattern.test(text)) return "the inside of the service";
  if (status >= 500 && status !== 503) return `the status ${status}`;
  return headers.has("retry-after") === (status === 429 || status === 503)
    ? undefined
    : "Retry-After belongs to 429 and 503";
}

/** The members that only refusals of requests for tokens have. */
function oauthKeysOf(details: unknown): readonly string[] {
  const [first] = Array.isArray(details) ? details : [];
  return isObject(first) && String(first["message"]) in oauthErrors ? ["error", "error_description"] : [];
}

function codeOf({ text }: RawAnswer): ErrorCode {
  return (parse(text) as { errorDetails: { message: ErrorCode }[] }).errorDetails[0]?.message as ErrorCode;
}

const parse = (text: string) => attempt((): unknown => JSON.parse(text));

/** The value that a success holds, or the list of those of its lines; undefined if it is not JSON. */
export const parseAnswer = ({ linesType }: Kind, text: string): unknown =>
  linesType === undefined
    ? parse(text)
    : attempt(() =>
        text
          .split("\n")
          .slice(0, -1)
          .map((line) => JSON.parse(line)),
      );
