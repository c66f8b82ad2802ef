import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const folder = fileURLToPath(new URL(".", import.meta.url));

/** Everything that the API takes from the packages of the database, by what it lets a call reach. */
const doors = {
  /** Obeys the scope that it is given: packages/db/src/scope. */
  records: ["createViewRunner", "findObject", "insertGroup", "runActions"],
  /** Reaches every record, for callers without limits: `laneNameOf` lets no other call reach it. */
  unlimited: ["readLane"],
  /** Reaches every record. Only for operators, which a limited client cannot be. */
  operators: [
    ...(["discardDeadLetter", "erasePeople", "exportPerson", "inspectDeadLetter", "listDeadLetters"] as const),
    ...(["replayDeadLetter", "replayDeadLetters", "addWebhook", "listAttempts", "listWebhooks"] as const),
    ...(["pauseWebhook", "removeWebhook", "replayWebhook", "resumeWebhook", "rotateWebhook"] as const),
  ],
  /** Says of sales, which their callers were shown before, whether they are still pending. */
  waits: ["findPendingSales"],
  /** Reads members' keys of records that the API enqueues, for the choice of a partition. They go to no caller. */
  queue: ["readQueueKeys"],
  /** Reaches no record of a member or store. */
  service: [
    "apiRole",
    "auditRefusal",
    "auditTokens",
    "awaitingQueue",
    "codeOf",
    "countConnections",
    "createClaim",
    "createLanes",
    "createPersonalKeys",
    "createProbe",
    "createTellPosition",
    "describeOtherKeys",
    "faultKind",
    "formatPosition",
    "hashSecret",
    "isHashOf",
    "isKeyed",
    "isUnsuited",
    "keepMinutes",
    "mustAskPrimary",
    "openDatabase",
    "openLanes",
    "openReplicaSessions",
    "parsePosition",
    "probeSales",
    "publishTokenKey",
    "queryCanceled",
    "readClients",
    "readCredentialState",
    "readRevokedTokens",
    "readServiceStatus",
    "readStoredKeys",
    "readUnattended",
    "refuseUnsupportedServer",
    "remedyOf",
    "revokeToken",
    "sealNewRecord",
    "showObject",
    "traceStatements",
    "unsuitedKeys",
    "watchReplica",
    "watchRights",
  ],
} as const;

const importPattern = /import (?!type )\{([^}]*)\} from "@rewards\/(?:access|db|operations)"/g;

test("the API reaches records only through functions that obey a caller's scope, or that operators alone may call", () => {
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".ts") && !name.endsWith(".test.ts"),
  );
  const texts = sources.map((name) => [name, readFileSync(`${folder}/${name}`, "utf8")] as const);
  const taken = texts.flatMap(([name, text]) =>
    [...text.matchAll(importPattern)].flatMap(([, names = ""]) =>
      names
        .split(",")
        .map((one) => one.trim())
        .filter((one) => one !== "" && !one.startsWith("type "))
        .map((one) => [one, name] as const),
    ),
  );
  expect([...new Set(taken.map(([one]) => one))].sort()).toEqual(Object.values(doors).flat().sort());
  const ofOperators = taken.filter(([one]) => (doors.operators as readonly string[]).includes(one));
  expect(new Set(ofOperators.map(([, name]) => name))).toEqual(new Set(["routes/operators.ts", "routes/webhooks.ts"]));
  // A connection used directly would reach every record.
  expect(texts.flatMap(([name, text]) => (/\bsql`|\.unsafe\(|\$client/.test(text) ? [name] : []))).toEqual([]);
});
