import { type LoaderFunctionArgs, redirect } from 'react-router';
import { siteContext } from '#base/shared/site.ts';
import { paths } from '#paths';

/** Redirects from an account's own dashboard to its billing screen on the platform's host. */
export function loader({ context }: LoaderFunctionArgs) {
  const { account, origin, base_domain } = context.get(siteContext);
  if (account.is_platform) return redirect(paths.billing());
  const { protocol, port } = new URL(origin);
  return redirect(`${protocol}//${base_domain}${port ? `:${port}` : ''}${paths.billing(account.account_id)}`);
}
