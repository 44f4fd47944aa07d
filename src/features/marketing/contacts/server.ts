import type { Api, ApiContext, ApiTools } from '#base/server/api.ts';
import { fromSql } from '#base/server/api.ts';
import { json, readBytes } from '#base/server/http.ts';
import { AppError, errors } from '#base/shared/errors.ts';
import { paths } from '#paths';
import { linkToken } from './schema.ts';

const MAX_BODY_BYTES = 4_096;

type LinkRequest = { token: string; isPlain: boolean; isOneClick: boolean };

/** Reads the link token: from the body on our own pages, from the URL for one-click unsubscribe. */
async function sentToken(context: ApiContext): Promise<LinkRequest> {
  const text = new TextDecoder().decode(await readBytes(context.req.raw, MAX_BODY_BYTES));
  const isPlain = !(context.req.header('content-type') ?? '').startsWith('application/json');
  const fields: Record<string, unknown> = isPlain ? Object.fromEntries(new URLSearchParams(text)) : jsonOf(text);
  const parsed = linkToken.safeParse({ token: fields.token ?? context.req.query('token') ?? '' });
  if (!parsed.success) throw errors.invalid('This link is incomplete.');
  return { token: parsed.data.token, isPlain, isOneClick: fields['List-Unsubscribe'] === 'One-Click' };
}

function jsonOf(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    throw errors.malformed();
  }
}

export const api: Api = (router, tools) => {
  router.post(paths.confirmContact(), (context) => useLink(context, tools, 'confirm'));
  /** RFC 8058 one-click unsubscribe: the mail program posts here without cookies. */
  router.post(paths.unsubscribeContact(), (context) => useLink(context, tools, 'withdraw'));
  /** A GET, as mail scanners send, changes nothing: it redirects to the page with the button. */
  router.get(paths.unsubscribeContact(), (context) =>
    context.redirect(paths.subscribed({ leave: (context.req.query('token') ?? '').slice(0, 200) }), 302),
  );
};

const statements = {
  confirm: 'select private.confirm_contact($1, $2, $3) as state',
  withdraw: 'select private.unsubscribe_contact($1, $2, $3) as state',
};

async function useLink(context: ApiContext, { database, limit }: ApiTools, what: keyof typeof statements) {
  const address = context.get('address');
  const { token, isPlain, isOneClick } = await sentToken(context);
  await limit(`contact-link:${context.get('network')}`, 120, 60);
  try {
    const [row] = await database
      .as(context.get('caller'))
      .query<{ state: string }>(statements[what], [context.get('account').account_id, token, address]);
    if (!isPlain || isOneClick) return json({ state: row?.state });
    return context.redirect(paths.subscribed({ state: row?.state }), 303);
  } catch (raw) {
    const error = fromSql(raw);
    if (!isPlain || isOneClick || !(error instanceof AppError)) throw error;
    return context.redirect(paths.subscribed({ state: 'expired' }), 303);
  }
}
