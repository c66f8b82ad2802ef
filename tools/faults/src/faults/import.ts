import { poll } from "@rewards/lab/poll";
import { unless } from "../check/book.ts";
import { times } from "../list.ts";
import { asLine, importBody, sendImport } from "../load/import.ts";
import { makeSale } from "../load/make.sale.ts";
import { isAccepted, type Recorded } from "../load/record.ts";
import { points } from "../proxy/trap.ts";
import type { Random } from "../random.ts";
import type { World } from "../round/world.ts";
import type { FaultRows } from "./fault.ts";
import { killAt } from "./kill.ts";

const linesOfImport = 600;
const cuts = 4;
const againEveryMs = 300;

const openImport = ({ load }: World, random: Random): Recorded[] =>
  times(linesOfImport, () => load.record.begin(asLine(makeSale(random, load.state))));

/** Sends the whole import again, over any API, until each of its lines has an ID. */
async function sendToEnd({ load, fleet, waitMsMax, expect }: World, random: Random, lines: readonly Recorded[]) {
  const isTaken = ({ attempts }: Recorded) => attempts.some(isAccepted);
  const sendAgain = async () => {
    await sendImport(load.record, random.pick(fleet.apis), lines);
    return lines.every(isTaken);
  };
  const isDone = await poll(sendAgain, Boolean, waitMsMax, againEveryMs);
  expect(unless(isDone, "stuck", lines[0]?.call.key ?? "", "the import was not taken to its end"));
}

export const importFaults: FaultRows = {
  "import-cut": {
    number: 42,
    summary: `an import of ${linesOfImport} sales breaks off at a random byte, ${cuts} times, and is then sent whole`,
    async inject(world, random) {
      const lines = openImport(world, random);
      const bytes = importBody(lines).length;
      for (let n = 0; n < cuts; n += 1)
        await sendImport(world.load.record, random.pick(world.fleet.apis), lines, random.int(1, bytes - 1));
      await sendToEnd(world, random, lines);
    },
  },
  "import-killed": {
    number: 42,
    summary: `kill -9 of an API within an import of ${linesOfImport} sales, which is then sent again`,
    holds: ["api", "postgres"],
    needs: ["server"],
    async inject(world, random) {
      const lines = openImport(world, random);
      const api = random.pick(world.fleet.apis);
      const sent = sendImport(world.load.record, api, lines);
      const restart = await killAt(world, api, random.pick([points.beforeInsert, points.afterInsert]));
      await sent;
      if (restart) await restart();
      await sendToEnd(world, random, lines);
      return restart ? undefined : false;
    },
  },
};
