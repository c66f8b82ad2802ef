import { changePasswordAction } from "./account/account.password.tsx";
import { endOthersAction, endSessionAction } from "./account/account.sessions.tsx";
import type { Action } from "./action/action.ts";
import { revokeClientAction, rotateClientAction } from "./clients/clients.change.tsx";
import { createClientAction } from "./clients/clients.create.tsx";
import { discardAction, discardAllAction } from "./dead-letters/dead-letters.discard.tsx";
import { replayAction, replayAllAction } from "./dead-letters/dead-letters.replay.tsx";
import { pauseAction, resumeAction } from "./queue/queue.pause.tsx";

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
