import type { Caller, Database } from '#base/server/database.ts';
import type { Tokens } from '#base/server/tokens.ts';
import type { Access, RouteHandle, SiteAccount } from '#base/shared/site.ts';
import { tokenOfCookies } from './session-cookies.ts';

export type AccessDependencies = { database: Database; tokens: Pick<Tokens, 'verify'> };

/**
 * The rights of whom a browser's cookies name on an account's host, read from the database as themselves. Null where no
 * token of them is valid now: an expired session can only be renewed by the browser.
 */
async function accessOf(
  { database, tokens }: AccessDependencies,
  account: SiteAccount,
  request: Request,
): Promise<Access | null> {
  const token = tokenOfCookies(request);
  const claims = token ? await tokens.verify(token) : null;
  if (!claims?.sub) return null;
  const caller: Caller = { role: claims.role, claims };
  const { account_id, features } = account;
  if (account.is_platform) {
    const [row] = await database.as(caller).query<{ runs: boolean }>('select public.is_super_admin() as runs');
    return { kind: row?.runs ? 'superAdmin' : 'owner', caps: [], features };
  }
  const [role] = await database.as(caller).query<{ caps: string[] }>(
    `select public.held_caps(r) as caps from public.members m join public.roles r on (r.account_id, r.role_id) = (m.account_id, m.role_id)
      where m.account_id = $1 and m.user_id = $2`,
    [account_id, claims.sub],
  );
  // The screen itself invites whoever is no member to join.
  return { kind: 'member', caps: role?.caps ?? [], features };
}

/** Makes the response a 403 for whoever may not open this address; its screen says why. */
export async function restrictTo(
  isFor: RouteHandle['isFor'],
  dependencies: AccessDependencies,
  account: SiteAccount,
  request: Request,
  response: Response,
): Promise<Response> {
  if (!isFor || response.status !== 200) return response;
  const access = await accessOf(dependencies, account, request);
  if (!access || isFor(new URL(request.url).pathname, access)) return response;
  return new Response(response.body, { status: 403, headers: response.headers });
}
