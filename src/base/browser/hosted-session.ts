import { readBearer } from '#base/shared/bearer.ts';
import type { Site } from '#base/shared/site.ts';

const SESSION_CALL = /\/auth\/v1\/(token|signup|verify|user)(?:\?|$|\/)/;

type Person = { access_token?: string; session?: { access_token?: string } | null };

/**
 * A `fetch` for the db client on a hosted backend: its auth service knows nothing of accounts, so a session is bound to
 * this site's account before the client receives it, and a sign-up joins the account here. The embedded backend does
 * this itself. A session that is already bound stays as it is.
 */
export function bindingFetch(
  site: Pick<Site, 'account' | 'backend'>,
  send: typeof fetch = (...call) => fetch(...call),
): typeof fetch {
  const { account, backend } = site;
  const bound = new Set<string>();

  async function call(name: string, token: string): Promise<void> {
    const response = await send(`${backend.url}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: { apikey: backend.anon_key, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ account_id: account.account_id }),
    });
    // An unbound session has a visitor's rights only, and later errors would not name the reason.
    if (!response.ok) throw new Error(`The session could not begin on this site (${response.status}).`);
  }

  return async (input, init) => {
    const response = await send(input, init);
    const url = input instanceof Request ? input.url : String(input);
    const service = SESSION_CALL.exec(url)?.[1];
    if (!service || !response.ok) return response;
    const body =
      service === 'user'
        ? null
        : ((await response
            .clone()
            .json()
            .catch(() => null)) as Person | null);
    const token = service === 'user' ? bearerOf(input, init) : (body?.access_token ?? body?.session?.access_token);
    const session = token && sessionIdOf(token);
    if (!token || !session || bound.has(session)) return response;
    bound.add(session);
    try {
      await call('bind_session', token);
      if (service === 'signup' && !account.is_platform) await call('join_account', token);
    } catch (error) {
      bound.delete(session);
      throw error;
    }
    return response;
  };
}

function bearerOf(input: RequestInfo | URL, init: RequestInit | undefined): string | undefined {
  const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
  const bearer = readBearer(headers.get('authorization'));
  return bearer.kind === 'token' ? bearer.token : undefined;
}

/** Decodes a token received over TLS a moment ago; its signature is verified by the server. */
function sessionIdOf(token: string): string | undefined {
  try {
    const text = atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    return (JSON.parse(text) as { session_id?: string }).session_id;
  } catch {
    return undefined;
  }
}
