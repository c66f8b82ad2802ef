export { createClosers } from "./closers.ts";
export { runBacklog } from "./scenarios/backlog.ts";
export { runOutage } from "./scenarios/outage.ts";
export { runRestart } from "./scenarios/restart.ts";
export { runSchedule } from "./scenarios/schedule.ts";
