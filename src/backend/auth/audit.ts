import { createHmac } from 'node:crypto';
import type { Sql } from '#base/server/database.ts';
import { type Change, recordChange, recordRequestFacts } from '#base/server/security-events.ts';
import type { AuthContext } from './auth-options.ts';
import { clientAddress, clientNetwork } from './request-input.ts';

/** GoTrue's audit actions; those of recovery codes are ours. */
export type AuditAction =
  | 'login'
  | 'logout'
  | 'invite_accepted'
  | 'user_signedup'
  | 'user_invited'
  | 'user_deleted'
  | 'user_modified'
  | 'user_recovery_requested'
  | 'user_confirmation_requested'
  | 'user_updated_password'
  | 'token_revoked'
  | 'user_repeated_signup'
  | 'user_reauthenticate_requested'
  | 'identity_unlinked'
  | 'factor_in_progress'
  | 'factor_updated'
  | 'factor_unenrolled'
  | 'factor_deleted'
  | 'challenge_created'
  | 'verification_attempted'
  | 'passkey_created'
  | 'passkey_updated'
  | 'passkey_deleted'
  | 'recovery_codes_created'
  | 'recovery_code_used';

/** Failed attempts, in addition to GoTrue's actions. */
export type FailedAction = 'login_failed' | 'code_failed' | 'factor_failed' | 'passkey_failed' | 'proof_failed';

type LogType = 'account' | 'team' | 'token' | 'user' | 'factor' | 'passkey';

const teamActions: readonly AuditAction[] = ['user_signedup', 'user_invited', 'user_deleted', 'user_repeated_signup'];

/** GoTrue's grouping of the actions. */
function logTypeOf(action: AuditAction): LogType {
  if (action.startsWith('passkey_')) return 'passkey';
  if (
    /^(?:factor|recovery_codes?)_/.test(action) ||
    action === 'challenge_created' ||
    action === 'verification_attempted'
  ) {
    return 'factor';
  }
  if (action === 'token_revoked') return 'token';
  if (teamActions.includes(action)) return 'team';
  if (action === 'login' || action === 'logout' || action === 'invite_accepted') return 'account';
  return 'user';
}

/** The security-log change of an action, where it is one. */
const changeOf: Partial<Record<AuditAction, Change>> = {
  user_updated_password: 'password_changed',
  factor_in_progress: 'factors_changed',
  factor_updated: 'factors_changed',
  factor_unenrolled: 'factors_changed',
  factor_deleted: 'factors_changed',
  passkey_created: 'factors_changed',
  passkey_updated: 'factors_changed',
  passkey_deleted: 'factors_changed',
  recovery_codes_created: 'factors_changed',
  recovery_code_used: 'recovery_code_used',
  identity_unlinked: 'identities_changed',
  token_revoked: 'token_reused',
};

/** Writes an audit entry in the action's own transaction. `traits` must not hold secrets. */
export async function recordAudit(
  tx: Sql,
  request: Request,
  action: AuditAction,
  actor: { id: string; email: string | null; phone?: string | null },
  traits: Record<string, unknown> = {},
): Promise<void> {
  const change = changeOf[action];
  if (change) recordChange(request, change, actor.id);
  await tx.query(INSERT, [
    JSON.stringify({
      action,
      log_type: logTypeOf(action),
      actor_id: actor.id,
      actor_username: actor.email || actor.phone || '',
      actor_via_sso: false,
      traits,
    }),
    clientAddress(request),
  ]);
}

/**
 * Records a failed proof, outside of the rolled-back transaction. A user's address is stored as in every entry, an
 * unknown one as a keyed hash, by which its entries can be counted without revealing it. Rate limited per client, so
 * that attempts can't fill the table.
 */
export async function recordFailure(
  auth: AuthContext,
  request: Request,
  action: FailedAction,
  attempt: { user?: { id: string; email: string | null; phone?: string | null } | undefined; address?: string },
): Promise<void> {
  const { user, address } = attempt;
  recordRequestFacts(request, { person: user?.id });
  if (
    !auth.recordFailures ||
    !(await auth.rateLimits.tryConsume({ limit: 'failureRecordsPerAddress', key: clientNetwork(request) }))
  )
    return;
  const hashedAddress = address
    ? createHmac('sha256', auth.encryptionKey).update(`audit ${address}`).digest('hex')
    : '';
  await auth.sql.query(INSERT, [
    JSON.stringify({
      action,
      log_type: action === 'factor_failed' ? 'factor' : action === 'passkey_failed' ? 'passkey' : 'account',
      actor_id: user?.id ?? null,
      actor_username: user ? user.email || user.phone || '' : hashedAddress,
      actor_via_sso: false,
      traits: {},
    }),
    clientAddress(request),
  ]);
}

const INSERT = 'insert into auth.audit_log_entries (payload, ip_address) values ($1, $2)';
