import type { components } from "./generated/schema.ts";
import { calls } from "./generated/tables.ts";
import type { IdOf } from "./operation.types.ts";
import type { CallOptions, Send } from "./transport.ts";
import type { Paging, Rows, Summary, View, ViewQuery } from "./view.types.ts";

type ViewId = IdOf<"view">;
type Row = Readonly<Record<string, unknown>>;
type Call = (typeof calls)[ViewId];

const pageSizeDefault = 500;

interface Asked<Query> {
  readonly parameters: unknown;
  readonly query: Query;
  readonly options: CallOptions | undefined;
}

/** Only views with parameters take that argument. */
function readArguments<Query>({ takesParameters }: Call, given: readonly unknown[]): Asked<Query> {
  const [parameters, query = {}, options] = takesParameters ? given : [null, ...given];
  return { parameters, query: query as Query, options: options as CallOptions | undefined };
}

export function createView(id: ViewId, send: Send): View<ViewId> {
  const call = calls[id];
  const post = (path: string, body: object, options: CallOptions | undefined) =>
    send({ method: "POST", path, body, isRepeatable: true, isRead: true }, options);

  async function run({ parameters, query, options }: Asked<ViewQuery<string>>): Promise<Rows<Row>> {
    const { paging, includeTotalCount } = query;
    const body = { dataViewParameters: parameters, query: writeQuery(query), paging, includeTotalCount };
    return (await post(call.path, body, options)).body as Rows<Row>;
  }

  async function* pages(...given: readonly unknown[]): AsyncGenerator<Rows<Row>, void, undefined> {
    const asked = readArguments<ViewQuery<string>>(call, given);
    const { pageSize = pageSizeDefault, ...start } = asked.query.paging ?? {};
    let place: Paging | undefined = start;
    while (place) {
      const rows: Rows<Row> = await run({ ...asked, query: { ...asked.query, paging: { ...place, pageSize } } });
      yield rows;
      const { nextPageToken } = rows;
      // Found by its token, each page costs as much as the first one.
      place = nextPageToken === undefined ? undefined : { nextPageToken };
    }
  }

  return Object.assign((...given: readonly unknown[]) => run(readArguments(call, given)), {
    pages,
    async *records(...given: readonly unknown[]) {
      for await (const { data } of pages(...given)) yield* data;
    },
    async count(...given: readonly unknown[]) {
      const { parameters, query, options } = readArguments<ViewQuery<string>>(call, given);
      const counted = await post(
        `${call.path}/count`,
        { dataViewParameters: parameters, query: writeQuery(query) },
        options,
      );
      return (counted.body as components["schemas"]["Count"]).totalCount;
    },
    async summarise(...given: readonly unknown[]) {
      const { parameters, query, options } = readArguments<Summary>(call, given);
      const body = { dataViewParameters: parameters, query: writeSummary(query) };
      return ((await post(call.path, body, options)).body as Rows<Row>).data;
    },
    // `View` types the arguments by the view's parameters, and the rows by its class.
  }) as unknown as View<ViewId>;
}

function writeQuery({ select, filter, sortBy, distinctResultsOnly }: ViewQuery<string>): object {
  return { select: select?.map((field) => ({ field })), filter, sortBy, distinctResultsOnly };
}

function writeSummary({ aggregations, groupBy = [], filter, sortBy }: Summary): object {
  const names = Object.keys(aggregations).map((aggregation) => ({ aggregation }));
  return { select: [...groupBy.map((field) => ({ field })), ...names], aggregations, filter, sortBy };
}
