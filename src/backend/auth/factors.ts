import type { Sql } from '#base/server/database.ts';
import { AuthError, authErrors } from './auth-error.ts';
import type { AuthContext } from './auth-options.ts';
import type { CallerSession } from './caller-session.ts';
import { isUuid } from './request-input.ts';
import type { User } from './users.ts';

/** A row of auth.mfa_factors. */
export type Factor = {
  id: string;
  user_id: string;
  friendly_name: string | null;
  factor_type: 'totp' | 'phone' | 'webauthn';
  status: 'unverified' | 'verified';
  secret: string | null;
  phone: string | null;
  last_time_step: string | null;
  web_authn_credential: StoredCredential | null;
};

/** A stored security key credential; bytes in base64url. */
export type StoredCredential = {
  id: string;
  public_key: string;
  sign_count: number;
  transports: string[];
  attestation_type: string;
  backup_eligible: boolean;
  backed_up: boolean;
};

/** The caller's own factor, optionally locked for update. @throws {AuthError} 404 mfa_factor_not_found, validation_failed. */
export async function factorOf(sql: Sql, userId: string, factorId: string, lock = false): Promise<Factor> {
  if (!isUuid(factorId)) throw authErrors.validation('factor_id must be an UUID', 404);
  const [factor] = await sql.query<Factor>(
    `select * from auth.mfa_factors where id = $1 and user_id = $2 ${lock ? 'for update' : ''}`,
    [factorId, userId],
  );
  if (!factor) throw authErrors.factorNotFound();
  return factor;
}

/**
 * Checks that a user may enrol one more factor, after deleting expired unverified ones.
 * @throws {AuthError} 422 mfa_factor_name_conflict, too_many_enrolled_mfa_factors, 403 insufficient_aal.
 */
export async function requireFactorCapacity(
  auth: AuthContext,
  tx: Sql,
  caller: { user: User; session: CallerSession },
  name: string,
): Promise<void> {
  await tx.query(
    `delete from auth.mfa_factors where user_id = $1 and status = 'unverified'
       and created_at < now() - make_interval(secs => $2)`,
    [caller.user.id, auth.mfaFactorExpiryDuration],
  );
  const factors = await tx.query<Pick<Factor, 'friendly_name' | 'status'>>(
    'select friendly_name, status from auth.mfa_factors where user_id = $1',
    [caller.user.id],
  );
  // Published: two factors without a name conflict too.
  if (factors.some((factor) => (factor.friendly_name ?? '') === name)) {
    throw nameConflict(name);
  }
  const verified = factors.filter((factor) => factor.status === 'verified').length;
  if (factors.length >= auth.mfaMaxEnrolledFactors || verified >= auth.mfaMaxVerifiedFactors) {
    throw new AuthError(
      422,
      'too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    );
  }
  if (verified > 0 && caller.session.aal === 'aal1') {
    throw authErrors.insufficientAal(403, 'AAL2 required to enroll a new factor');
  }
}

export function nameConflict(name: string): AuthError {
  return new AuthError(
    422,
    'mfa_factor_name_conflict',
    `A factor with the friendly name "${name}" for this user already exists`,
  );
}

type Switch = 'Enroll' | 'Verify';

/** @throws {AuthError} 422 mfa_{kind}_{enroll|verify}_not_enabled. */
export function requireFactorKind(auth: AuthContext, kind: Factor['factor_type'], action: Switch): void {
  const isOn = {
    totp: { Enroll: auth.mfaTotpEnrollEnabled, Verify: auth.mfaTotpVerifyEnabled },
    phone: { Enroll: auth.mfaPhoneEnrollEnabled, Verify: auth.mfaPhoneVerifyEnabled },
    webauthn: { Enroll: auth.mfaWebAuthnEnrollEnabled, Verify: auth.mfaWebAuthnVerifyEnabled },
  }[kind][action];
  if (isOn) return;
  const name = { totp: 'TOTP', phone: 'Phone', webauthn: 'WebAuthn' }[kind];
  const label = action === 'Enroll' ? 'enroll' : 'verification';
  const code = `mfa_${kind}_${action === 'Enroll' ? 'enroll' : 'verify'}_not_enabled`;
  throw new AuthError(422, code, `MFA ${label} is disabled for ${name}`);
}
