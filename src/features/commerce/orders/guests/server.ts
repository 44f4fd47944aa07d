import type { Api, ApiContext, ApiTools, GuestTokens } from '#base/server/api.ts';
import { bodyOf } from '#base/server/api.ts';
import { json } from '#base/server/http.ts';
import { errors } from '#base/shared/errors.ts';
import { chooseLocale } from '#base/shared/locales.ts';
import { paths } from '#paths';
import { guestShape } from '../schema.ts';

/** New accounts of one network in ten minutes. */
const MAX_GUESTS = 20;

export const api: Api = (router, tools) => {
  router.post(paths.guestBuyer(), async (context) => json({ session: await signUpGuest(context, tools) }, 201));
};

/** A session for somebody who buys without choosing a password; whoever has an account signs in. */
async function signUpGuest(context: ApiContext, tools: ApiTools): Promise<GuestTokens> {
  const { account_id, is_platform } = context.get('account');
  if (is_platform) throw errors.notFound();
  await tools.limit(`guests:${context.get('network')}`, MAX_GUESTS, 600);
  const { email, name, locale } = await bodyOf(context, guestShape);
  const session = await tools.signUpGuest(email, account_id, {
    display_name: name,
    locale: chooseLocale(locale, context.req.header('accept-language')),
  });
  if (!session)
    throw errors.conflict('conflict', 'An account with this e-mail address already exists. Sign in instead.');
  return session;
}
