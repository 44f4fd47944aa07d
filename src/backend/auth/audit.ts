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
  | 'user_repeated_signup';

/** Written in the transaction of the act itself. `traits` never holds a secret. */
export async function recordAudit(
  tx: Sql,
  request: Request,
  action: AuditAction,
  actor: { id: string; email: string | null },
  traits: Record<string, unknown> = {},
): Promise<void> {
  await tx.query('insert into auth.audit_log_entries (payload, ip_address) values ($1, $2)', [
    JSON.stringify({ action, actor_id: actor.id, actor_username: actor.email ?? '', traits }),
    clientAddress(request),
  ]);
}
