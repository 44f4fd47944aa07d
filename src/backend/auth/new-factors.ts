import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { z } from 'zod';
import { json } from '#base/server/http.ts';
import { recordAudit } from './audit.ts';
import { AuthError, authErrors } from './auth-error.ts';
import type { AuthContext } from './auth-options.ts';
import { type CallerSession, isFullyProven, requireSession } from './caller-session.ts';
import { factorOf, nameConflict, requireFactorCapacity, requireFactorKind } from './factors.ts';
import { parsePhone, phoneField } from './phones.ts';
import { requirePresence } from './presence-proof.ts';
import { clientNetwork, readInput } from './request-input.ts';
import { removeFactor } from './sessions.ts';
import { newTotpSecret } from './totp.ts';
import { lockUser, type User } from './users.ts';

const shape = z.object({
  factor_type: z.string().max(40).nullish(),
  friendly_name: z.string().max(120, 'friendly_name must be 120 characters or less').nullish(),
  issuer: z.string().max(255).nullish(),
  phone: phoneField,
});
type Input = z.output<typeof shape>;
type Caller = { user: User; session: CallerSession };

/** POST /factors enrols a second factor, still unverified; DELETE /factors/{id} removes one; PATCH renames one. */
export function newFactorRoutes(auth: AuthContext): Hono {
  return new Hono()
    .post('/factors', async (c) => json(await enrol(auth, c.req.raw)))
    .delete('/factors/:id', async (c) => json(await unenrol(auth, c.req.raw, c.req.param('id'))))
    .patch('/factors/:id', async (c) => {
      if (!auth.mfaRenameEnabled) throw authErrors.notFound();
      return json(await rename(auth, c.req.raw, c.req.param('id')));
    });
}

async function rename(auth: AuthContext, request: Request, id: string): Promise<object> {
  const caller = await requireSession(auth, request);
  await requirePresence(auth, request, caller);
  if (!isFullyProven(caller)) throw authErrors.insufficientAal(403, 'AAL2 required to rename a factor');
  const name = (await readInput(request, shape.pick({ friendly_name: true }))).friendly_name?.trim();
  if (!name) throw authErrors.validation('friendly_name is required');
  return auth.sql.transaction(async (tx) => {
    await lockUser(tx, caller.user.id);
    const factor = await factorOf(tx, caller.user.id, id, true);
    const [duplicate] = await tx.query(
      'select 1 from auth.mfa_factors where user_id = $1 and friendly_name = $2 and id <> $3',
      [caller.user.id, name, factor.id],
    );
    if (duplicate) throw nameConflict(name);
    await tx.query('update auth.mfa_factors set friendly_name = $2, updated_at = now() where id = $1', [
      factor.id,
      name,
    ]);
    await recordAudit(tx, request, 'factor_updated', caller.user, { factor_id: factor.id });
    return { id: factor.id, type: factor.factor_type, friendly_name: name };
  });
}

async function enrol(auth: AuthContext, request: Request): Promise<object> {
  const caller = await requireSession(auth, request);
  const input = await readInput(request, shape);
  const kind = input.factor_type;
  if (kind !== 'totp' && kind !== 'phone' && kind !== 'webauthn') {
    throw authErrors.validation('factor_type needs to be totp, phone, or webauthn');
  }
  requireFactorKind(auth, kind, 'Enroll');
  await requirePresence(auth, request, caller);
  await auth.rateLimits.consume({ limit: 'externalSignInsPerAddress', key: clientNetwork(request) });
  if (kind === 'totp') return enrolTotp(auth, request, caller, input);
  if (kind === 'phone') return enrolPhone(auth, request, caller, input);
  const id = randomUUID();
  await insertFactor(auth, request, caller, { id, kind, name: input.friendly_name ?? '' });
  return { id, type: 'webauthn', friendly_name: input.friendly_name ?? '' };
}

async function enrolTotp(auth: AuthContext, request: Request, caller: Caller, input: Input): Promise<object> {
  const name = input.friendly_name ?? '';
  const issuer = (input.issuer || new URL(auth.siteUrlOf(request)).host).replaceAll(':', ' ');
  const totp = newTotpSecret(issuer, caller.user.email || caller.user.phone || caller.user.id);
  const id = randomUUID();
  const secret = auth.encryption.encrypt(id, totp.secret);
  await insertFactor(auth, request, caller, { id, kind: 'totp', name, secret });
  return { id, type: 'totp', friendly_name: name, totp };
}

async function enrolPhone(auth: AuthContext, request: Request, caller: Caller, input: Input): Promise<object> {
  if (!input.phone) throw authErrors.validation('Phone number required to enroll Phone factor');
  const phone = parsePhone(input.phone);
  const name = input.friendly_name ?? '';
  const id = randomUUID();
  await insertFactor(auth, request, caller, { id, kind: 'phone', name, phone });
  return { id, type: 'phone', friendly_name: name, phone: input.phone };
}

type NewFactor = { id: string; kind: 'totp' | 'phone' | 'webauthn'; name: string; secret?: string; phone?: string };

async function insertFactor(auth: AuthContext, request: Request, caller: Caller, factor: NewFactor): Promise<void> {
  await auth.sql.transaction(async (tx) => {
    await lockUser(tx, caller.user.id);
    if (factor.phone) {
      const [duplicate] = await tx.query<{ status: string }>(
        `with gone as (delete from auth.mfa_factors where user_id = $1 and phone = $2 and status = 'unverified')
         select status from auth.mfa_factors where user_id = $1 and phone = $2 and status = 'verified'`,
        [caller.user.id, factor.phone],
      );
      if (duplicate) {
        throw new AuthError(
          422,
          'mfa_verified_factor_exists',
          'A verified phone factor already exists, unenroll the existing factor to continue',
        );
      }
    }
    await requireFactorCapacity(auth, tx, caller, factor.name);
    await tx.query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, phone)
       values ($1, $2, $3, $4, 'unverified', $5, $6)`,
      [factor.id, caller.user.id, factor.name, factor.kind, factor.secret ?? null, factor.phone ?? null],
    );
    const traits = { factor_id: factor.id, factor_type: factor.kind };
    await recordAudit(tx, request, 'factor_in_progress', caller.user, traits);
  });
}

async function unenrol(auth: AuthContext, request: Request, id: string): Promise<object> {
  const { user, session } = await requireSession(auth, request);
  await requirePresence(auth, request, { user, session });
  return auth.sql.transaction(async (tx) => {
    const factor = await factorOf(tx, user.id, id, true);
    if (factor.status === 'verified' && session.aal === 'aal1') {
      throw authErrors.insufficientAal(422, 'AAL2 required to unenroll verified factor');
    }
    await removeFactor(tx, factor);
    const traits = { factor_id: factor.id, factor_status: factor.status, session_id: session.id };
    await recordAudit(tx, request, 'factor_unenrolled', user, traits);
    return { id: factor.id };
  });
}
