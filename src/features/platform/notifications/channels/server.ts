import type { Api, ApiContext } from '#base/server/api.ts';
import { json } from '#base/server/http.ts';
import { errors } from '#base/shared/errors.ts';
import { paths } from '#paths';

const TOKEN_LENGTH = 65;

export const api: Api = (router, { database, limit, pushKey }) => {
  const limitRequests = (context: ApiContext) => limit(`leave-mails:${context.get('network')}`, 120, 60);
  router.get(paths.pushKey(), () => json({ public_key: pushKey }));
  /** RFC 8058 one-click unsubscribe: the mail program posts here without cookies. */
  router.post(paths.leaveMails(), async (context) => {
    const token = context.req.query('token') ?? '';
    if (token.length !== TOKEN_LENGTH) throw errors.invalid('This link is incomplete.');
    await limitRequests(context);
    await database
      .as(context.get('caller'))
      .query('select private.unsubscribe_mails($1, $2)', [context.get('account').account_id, token]);
    return json({ left: true });
  });
  /** A GET, as mail scanners send, changes nothing: it redirects to the preferences, or to the page of an invalid link. */
  router.get(paths.leaveMails(), async (context) => {
    await limitRequests(context);
    const [link] = await database
      .as(context.get('caller'))
      .query<{ person: string | null }>('select private.unsubscribe_person($1, $2) as person', [
        context.get('account').account_id,
        context.req.query('token') ?? '',
      ]);
    return context.redirect(
      link?.person ? paths.notifications({ view: 'preferences' }) : paths.subscribed({ state: 'invalid' }),
      302,
    );
  });
};
