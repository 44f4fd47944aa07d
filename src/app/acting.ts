import type { Tokens } from '#base/server/tokens.ts';

/** What may be done at `/auth/v1` while signed in as somebody else: see who one is, stay, and leave this one session. */
const harmless: readonly (readonly [method: string, path: RegExp])[] = [
  ['OPTIONS', /^/],
  ['GET', /^\/auth\/v1\/(?:user|settings|health)$/],
  ['POST', /^\/auth\/v1\/token$/],
];

/**
 * The auth service knows nothing of who is really there: a session that says so in its claim `act` changes neither
 * password nor address nor factors, and ends no other session. Null where there is nothing to refuse.
 */
export async function refusalWhileActing(request: Request, tokens: Tokens): Promise<Response | null> {
  const url = new URL(request.url);
  if (harmless.some(([method, path]) => request.method === method && path.test(url.pathname))) return null;
  const bearer = /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  const claims = bearer ? await tokens.verify(bearer) : null;
  if (!claims?.act) return null;
  if (url.pathname === '/auth/v1/logout' && url.searchParams.get('scope') === 'local') return null;
  const message = "This is theirs alone: it can't be done while you are signed in as somebody else.";
  return Response.json(
    { code: 'acting', error_code: 'acting', msg: message, message },
    { status: 403, headers: { 'access-control-allow-origin': '*', 'cache-control': 'no-store' } },
  );
}
