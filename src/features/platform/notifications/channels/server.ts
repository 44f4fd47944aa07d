import type { Api } from '#base/server/api.ts';
import { json } from '#base/server/http.ts';
import { errors } from '#base/shared/errors.ts';
import { paths } from '#paths';

const TOKEN_LENGTH = 65;

export const api: Api = (router, { database, limit, pushKey }) => {
  router.get(paths.pushKey(), () => json({ public_key: pushKey }));
  /** RFC 8058 one-click unsubscribe: the mail program posts here without cookies. */
  router.post(paths.leaveMails(), async (context) => {
    const token = context.req.query('token') ?? '';
    if (token.length !== TOKEN_LENGTH) throw errors.invalid('This link is incomplete.');
    await limit(`leave-mails:${context.get('network')}`, 120, 60);
    await database
      .as(context.get('caller'))
      .query('select private.unsubscribe_mails($1, $2)', [context.get('account').account_id, token]);
    return json({ left: true });
  });
  /** A GET, as mail scanners send, changes nothing: it redirects to the preferences. */
  router.get(paths.leaveMails(), (context) => context.redirect(paths.notifications({ view: 'preferences' }), 302));
};
