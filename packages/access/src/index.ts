export { auditTokens, type IssuedToken, publishTokenKey, readRevokedTokens, revokeToken } from "./access-token.ts";
export {
  type AdjustmentRequest,
  findRequest,
  listSettled,
  listWaiting,
  requestsShownMax,
} from "./adjustment-request/adjustment-request.read.ts";
export { askAdjustment, refuseAdjustment } from "./adjustment-request/adjustment-request.write.ts";
export {
  hashSecret,
  isHashOf,
  type ListedClient,
  listClients,
  readClients,
  type StoredClient,
} from "./api-client/api-client.read.ts";
export {
  type ClientAuthor,
  createClient,
  type IssuedSecret,
  limitClient,
  revokeClient,
  rotateClient,
} from "./api-client/api-client.write.ts";
export { beginFlow, type FlowChecks, takeFlow } from "./console-flow.take.ts";
export { openProviderSession, type ProviderIdentity } from "./console-identity.open.ts";
export { allowCalls } from "./console-session/console-session.call.ts";
export { completeSession, openSession } from "./console-session/console-session.open.ts";
export {
  type Account,
  changeOwnPassword,
  endOwnSessions,
  readAccount,
  type SessionChoice,
} from "./console-session/console-session.own.ts";
export { endSession, readOpenSessions, useSession } from "./console-session/console-session.read.ts";
export { hashOfNobody, hashPassword, isPasswordOf, newPasswordProblem } from "./console-user/console-user.password.ts";
export { findLoginUser, type LoginUser, listUsers } from "./console-user/console-user.read.ts";
export {
  openTotp,
  rekeyTotp,
  totpAddress,
  totpPeriodOf,
  totpText,
  usesTotpKey,
} from "./console-user/console-user.totp.ts";
export {
  changePassword,
  changeRights,
  createUser,
  disableUser,
  dropCodes,
  refuseTakenName,
  refuseUnknownUser,
  requireCodes,
  requireProvider,
} from "./console-user/console-user.write.ts";
export {
  ChangeRefusedError,
  readCredentialState,
  type StoredConsoleCaller,
  type StoredTokenKey,
} from "./credential.state.ts";
