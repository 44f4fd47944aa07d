import type { Caller, Database } from '#base/server/database.ts';
import type { Tokens } from '#base/server/tokens.ts';
import type { Access, RouteHandle, SiteAccount } from '#base/shared/site.ts';
import { tokenOfCookies } from './session-cookies.ts';

/**
 * Who a browser's cookies are worth on an account's host, asked of the database as themselves. Null where they say
 * nothing that holds now: a session that is only to be renewed is known by the browser alone.
 */
async function standingOf(
  { database, tokens }: { database: Database; tokens: Tokens },
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
  // Who is no member is asked to join by the screen itself.
  return { kind: 'member', caps: role?.caps ?? [], features };
}

/** The same answer, as 403 to somebody whom the address is not for: what it shows them says so. */
export async function restrictTo(
  isFor: RouteHandle['isFor'],
  runtime: { database: Database; tokens: Tokens },
  account: SiteAccount,
  request: Request,
  answer: Response,
): Promise<Response> {
  if (!isFor || answer.status !== 200) return answer;
  const who = await standingOf(runtime, account, request);
  if (!who || isFor(new URL(request.url).pathname, who)) return answer;
  return new Response(answer.body, { status: 403, headers: answer.headers });
}
