import { type LoaderFunctionArgs, redirect } from 'react-router';
import { dbContext, type RouteHandle, siteContext } from '#base/shared/site.ts';
import { siteLookOf } from '#features/platform/options/data.ts';
import { ownIconOf } from './own-icon.ts';

export const handle: RouteHandle = { isPublic: true };

/** Browsers and feed readers request `/favicon.ico`: redirected to the account's icon. */
export async function loader({ context }: LoaderFunctionArgs) {
  const site = context.get(siteContext);
  const { settings } = await siteLookOf(context.get(dbContext), site.account.account_id);
  return redirect(ownIconOf(settings.icon, site), 302);
}
