import {
  AppError,
  callerUser,
  everyRight,
  isGranted,
  type OperatorFunction,
  operatorRight,
  type Rights,
  type Scope,
  unlimited,
} from "@rewards/domain";

/** Who sent a call, and what they may do. */
export interface Caller {
  /** `CreateUser` and `UpdateUser` of what they change; also the scope of their idempotency keys. */
  readonly user: string;
  readonly rights: Rights;
  /** What they are limited to. What lies outside does not exist for them. */
  readonly scope: Scope;
  /** Whether the credential says who they are. Others have no limits of a client, and operators name themselves. */
  readonly isNamed: boolean;
}

/** Every caller while no credentials are required. */
export const anybody: Caller = { user: callerUser, rights: everyRight, scope: unlimited, isNamed: false };

/** @throws AppError 403, which names the right, if the caller does not have it. */
export function demandRight({ rights }: Caller, right: string): void {
  const code = "Error_Right_Missing";
  if (!isGranted(rights, right))
    throw new AppError(code, [{ code, text: `The credential lacks the right ${right}.` }], { right });
}

/** As `demandRight`, for a function of operators. */
export const demandFunction = (caller: Caller, name: OperatorFunction) => demandRight(caller, operatorRight(name));
