export { type Call, checkAnswer } from "./call.ts";
export { launchpadCalls } from "./launchpad.calls.ts";
export { reactCalls } from "./react.calls.ts";
export { fillShop, type Shop } from "./shop.ts";
