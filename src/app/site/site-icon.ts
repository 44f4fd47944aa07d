import { type LoaderFunctionArgs, redirect } from 'react-router';
import { type RouteHandle, siteContext, wireContext } from '#base/shared/site.ts';
import { siteLookOf } from '#features/options/data.ts';
import { paths } from '#paths';

export const handle: RouteHandle = { isPublic: true };

/** Browsers and readers of feeds ask for this address unasked: they are sent to the account's icon. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { account } = context.get(siteContext);
  const { settings } = await siteLookOf(context.get(wireContext), account.account_id);
  return redirect(settings.icon || paths.ownIcon(), 302);
}
