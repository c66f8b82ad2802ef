import { apiRoot, operatorRoot } from "../call.ts";
import type { Handler } from "../context.ts";
import { readObjectAction, runObjectAction } from "./actions.ts";
import { countDataView, listDataViews, readDataView, runDataView, showDataViewMetadata } from "./data-views.ts";
import { guideEndpoints } from "./guides.ts";
import { livez, readyz } from "./health.ts";
import { importObjects } from "./import.ts";
import { createObject, objectPaths, readObject } from "./objects.ts";
import {
  discardLetter,
  eraseMembers,
  exportMember,
  listLetters,
  replayLetter,
  replayLetters,
  showLetter,
} from "./operators.ts";
import { referenceEndpoints } from "./reference.ts";
import { showRoot } from "./root.ts";
import { issueToken, revokeToken, tokenRoots } from "./tokens.ts";
import {
  addHook,
  listHookAttempts,
  listHooks,
  pauseHook,
  removeHook,
  replayHook,
  resumeHook,
  rotateHook,
} from "./webhooks.ts";

interface Endpoint {
  readonly path: string;
  readonly methods: Readonly<Partial<Record<"GET" | "POST" | "PATCH", Handler>>>;
  /** The path with a parameter that this one matches too. */
  readonly beside?: string;
  /** A file, the same for every request. */
  readonly isFile?: true;
  /** Needs no credential. */
  readonly isFree?: true;
}

/** Every API path is served at the root and behind each `{ObjectPath}`. */
const endpoints: readonly Endpoint[] = [
  { path: "/objects", methods: { POST: createObject } },
  { path: "/objects/:id", methods: { GET: readObject } },
  { path: "/objects/import", beside: "/objects/:id", methods: { POST: importObjects } },
  { path: "/objects/:id/actions/:action", methods: { GET: readObjectAction, PATCH: runObjectAction } },
  { path: "/data_views", methods: { GET: listDataViews } },
  { path: "/data_views/:name", methods: { GET: readDataView, POST: runDataView } },
  { path: "/data_views/:name/count", methods: { POST: countDataView } },
  { path: "/data_views/:name/metadata", methods: { GET: showDataViewMetadata } },
];

const operations: readonly Endpoint[] = [
  { path: "/", methods: { GET: showRoot }, isFree: true },
  { path: "/livez", methods: { GET: livez }, isFree: true },
  { path: "/readyz", methods: { GET: readyz }, isFree: true },
  ...referenceEndpoints,
  ...guideEndpoints,
  // Their handlers ask for the client's secret.
  ...tokenRoots.flatMap((root) => [
    { path: `${root}/token`, methods: { POST: issueToken }, isFree: true as const },
    { path: `${root}/revoke`, methods: { POST: revokeToken }, isFree: true as const },
  ]),
];

/** Served under `operatorRoot` if an operator token is configured, or clients have credentials. */
const operators: readonly Endpoint[] = [
  { path: "/dead-letters", methods: { GET: listLetters } },
  { path: "/dead-letters/replay", methods: { POST: replayLetters } },
  { path: "/dead-letters/:id", methods: { GET: showLetter } },
  { path: "/dead-letters/:id/replay", methods: { POST: replayLetter } },
  { path: "/dead-letters/:id/discard", methods: { POST: discardLetter } },
  { path: "/members/export", methods: { POST: exportMember } },
  { path: "/members/erase", methods: { POST: eraseMembers } },
  { path: "/webhooks", methods: { GET: listHooks, POST: addHook } },
  { path: "/webhooks/:id/rotate", methods: { POST: rotateHook } },
  { path: "/webhooks/:id/pause", methods: { POST: pauseHook } },
  { path: "/webhooks/:id/resume", methods: { POST: resumeHook } },
  { path: "/webhooks/:id/remove", methods: { POST: removeHook } },
  { path: "/webhooks/:id/replay", methods: { POST: replayHook } },
  { path: "/webhooks/:id/attempts", methods: { GET: listHookAttempts } },
];

/** Written out rather than matched by a pattern: every route but its IDs is static and found in one lookup. */
const roots = [
  { root: apiRoot, objectPath: undefined },
  ...objectPaths.map((objectPath) => ({ root: `/${objectPath}${apiRoot}`, objectPath })),
];

export interface Mount extends Endpoint {
  /** The path without its root. */
  readonly pattern: string;
  readonly objectPath: string | undefined;
}

const atRoot = (root: string, objectPath?: string) => (endpoint: Endpoint) => ({
  ...endpoint,
  pattern: endpoint.path,
  path: root + endpoint.path,
  objectPath,
});

/** Everything served to all callers: the operational paths, and the API at the root and behind each `{ObjectPath}`. */
export const served: readonly Mount[] = [
  ...operations.map(atRoot("")),
  ...endpoints.flatMap((endpoint) => roots.map(({ root, objectPath }) => atRoot(root, objectPath)(endpoint))),
];
/** The API at an additional root, configured for clients that have a different root built in. */
export const servedAt = (extraRoot: string | undefined): readonly Mount[] =>
  extraRoot === undefined ? [] : endpoints.map(atRoot(extraRoot));
export const servedToOperators: readonly Mount[] = operators.map(atRoot(operatorRoot));

/** An endpoint for code that must cover all of them: its full path, and its `pattern` without the root. */
export interface ServedEndpoint {
  readonly pattern: string;
  readonly path: string;
  readonly objectPath: string | undefined;
  readonly isForOperators: boolean;
  readonly isFile: boolean;
  /** Needs no credential, even if the service requires them. */
  readonly isFree: boolean;
  readonly methods: readonly string[];
}

export const servedEndpoints: readonly ServedEndpoint[] = [...served, ...servedToOperators].map((mount) => ({
  pattern: mount.pattern,
  path: mount.path,
  objectPath: mount.objectPath,
  isForOperators: servedToOperators.includes(mount),
  isFile: mount.isFile === true,
  isFree: mount.isFree === true,
  methods: Object.keys(mount.methods),
}));
