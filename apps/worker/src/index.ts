export { stages } from "./stages.ts";
export { ledgerHeadWrite } from "./tasks.ts";
