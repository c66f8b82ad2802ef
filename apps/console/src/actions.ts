import { changePasswordAction, endOthersAction, endSessionAction } from "./account/account.change.tsx";
import type { Action } from "./action/action.tsx";
import { revokeClientAction, rotateClientAction } from "./clients/clients.change.tsx";
import { createClientAction } from "./clients/clients.create.tsx";
import { discardAction, discardAllAction } from "./dead-letters/dead-letters.discard.tsx";
import { replayAction, replayAllAction } from "./dead-letters/dead-letters.replay.tsx";
import { pauseAction, resumeAction } from "./queue/queue.page.tsx";

/** Everything that operators do in the console. One line here adds an action. */
export const actions: readonly Action[] = [
  replayAction,
  replayAllAction,
  discardAction,
  discardAllAction,
  pauseAction,
  resumeAction,
  createClientAction,
  rotateClientAction,
  revokeClientAction,
  changePasswordAction,
  endSessionAction,
  endOthersAction,
];
