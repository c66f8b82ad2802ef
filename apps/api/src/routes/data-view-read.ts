import { AppError, type ErrorCode } from "@rewards/domain";
import { type JsonObject, parseJson } from "../body.ts";
import type { ApiContext, Handler } from "../context.ts";
import { answerView } from "./data-views.ts";

/** The members of a call's body that the query string may hold, each as JSON, and how one is refused that is none. */
const members = {
  dataViewParameters: "Error_Parameter_Type",
  query: "Error_Query_Malformed",
  paging: "Error_Paging_Malformed",
} as const satisfies Record<string, ErrorCode>;

/** GET …/data_views/{ViewName}: as POST …/data_views/{ViewName}, for callers who send no body with a read. */
export const readDataView: Handler = async (c, deps) => answerView(c.req.param("name") as string, bodyOf(c), deps);

function bodyOf(c: ApiContext): JsonObject {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, code]) => {
      const [text, ...more] = c.req.queries(name) ?? [];
      if (text === undefined) return [];
      if (more.length > 0) throw malformed(code, name, `${name} is given more than once.`);
      if (!isDecodable(c.req.url)) throw malformed(code, name, "The query string is not well-formed.");
      return [[name, parseMember(text, code, name)]];
    }),
  );
}

/** Else what cannot be decoded stands there as it came, and would be looked up so. */
function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url);
    return true;
  } catch {
    return false;
  }
}

function parseMember(text: string, code: ErrorCode, name: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw malformed(code, name, `${name} is not well-formed JSON.`);
  }
}

function malformed(code: ErrorCode, name: string, text: string): AppError {
  return new AppError(code, [{ code, text, identifier: `.${name}` }]);
}
