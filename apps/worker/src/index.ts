export { ledgerHeadWrite } from "./tasks.ts";
