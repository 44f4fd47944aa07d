import type { Sql } from '#base/server/database.ts';
import { clientAddress } from './request-input.ts';

/** GoTrue's names of what is worth remembering. */
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
  | 'passkey_deleted';

type LogType = 'account' | 'team' | 'token' | 'user' | 'factor' | 'passkey';

const teamActions: readonly AuditAction[] = ['user_signedup', 'user_invited', 'user_deleted', 'user_repeated_signup'];

/** GoTrue's grouping of the actions. */
function logTypeOf(action: AuditAction): LogType {
  if (action.startsWith('passkey_')) return 'passkey';
  if (action.startsWith('factor_') || action === 'challenge_created' || action === 'verification_attempted') {
    return 'factor';
  }
  if (action === 'token_revoked') return 'token';
  if (teamActions.includes(action)) return 'team';
  if (action === 'login' || action === 'logout' || action === 'invite_accepted') return 'account';
  return 'user';
}

/** Written in the transaction of the act itself. `traits` never holds a secret. */
export async function recordAudit(
  tx: Sql,
  request: Request,
  action: AuditAction,
  actor: { id: string; email: string | null; phone?: string | null },
  traits: Record<string, unknown> = {},
): Promise<void> {
  await tx.query('insert into auth.audit_log_entries (payload, ip_address) values ($1, $2)', [
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
