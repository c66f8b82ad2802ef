import { changePasswordAction, endOthersAction, endSessionAction } from "./account/account.change.tsx";
import type { Action } from "./action/action.tsx";
import { agreeAction, refuseAction } from "./adjustments/adjustments.decide.tsx";
import { revokeClientAction, rotateClientAction } from "./clients/clients.change.tsx";
import { createClientAction } from "./clients/clients.create.tsx";
import { discardAction, discardAllAction } from "./dead-letters/dead-letters.discard.tsx";
import { replayAction, replayAllAction } from "./dead-letters/dead-letters.replay.tsx";
import { eraseAction } from "./member/member.erase.tsx";
import { exportAction } from "./member/member.export.tsx";
import { addReceiptAction } from "./member/member.receipt.tsx";
import { issueVoucherAction } from "./member/member.voucher.tsx";
import { pauseAction, resumeAction } from "./queue/queue.page.tsx";
import { createActions } from "./record-action/create.action.tsx";
import { recordActions } from "./record-action/record.action.tsx";
import { reissueAction } from "./record-action/reissue.action.tsx";
import { addWebhookAction } from "./webhooks/webhooks.add.tsx";
import {
  pauseWebhookAction,
  removeWebhookAction,
  replayWebhookAction,
  resumeWebhookAction,
  rotateWebhookAction,
} from "./webhooks/webhooks.change.tsx";

/** What the API does for a user of the console. */
export const apiActions: readonly Action[] = [
  ...recordActions,
  ...createActions,
  addReceiptAction,
  issueVoucherAction,
  reissueAction,
  exportAction,
  eraseAction,
  agreeAction,
];

/** What the console does itself. One line here adds an action. */
export const ownActions: readonly Action[] = [
  replayAction,
  replayAllAction,
  discardAction,
  discardAllAction,
  pauseAction,
  resumeAction,
  createClientAction,
  rotateClientAction,
  revokeClientAction,
  addWebhookAction,
  pauseWebhookAction,
  resumeWebhookAction,
  replayWebhookAction,
  rotateWebhookAction,
  removeWebhookAction,
  refuseAction,
  changePasswordAction,
  endSessionAction,
  endOthersAction,
];

/** Everything that people do in the console. */
export const actions: readonly Action[] = [...apiActions, ...ownActions];
