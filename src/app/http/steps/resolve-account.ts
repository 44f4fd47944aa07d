import type { Gateway } from '#backend/gateway/gateway.ts';
import type { Environment } from '#base/server/environment.ts';
import type { SiteAccount } from '#base/shared/site.ts';
import { hostOfOrigin, isOfFilesOrigin, notFoundResponse } from '../../host/file-access.ts';
import { originOf } from '../../host/request-origin.ts';
import type { Tenants } from '../../host/tenants.ts';
import { httpsRequired, isPlainHttp, isRedirectedToHttps } from '../guards/plain-http.ts';
import { suspendedPage, suspendedResponse, unknownHostPage } from '../pages/plain-pages.ts';
import type { Step } from './request-context.ts';

/** FILES_ORIGIN serves files and nothing else: it reads no cookie, because strangers uploaded what lies there. */
export function filesOrigin({
  environment,
  backend,
}: {
  environment: Pick<Environment, 'FILES_ORIGIN'>;
  backend: Pick<Gateway, 'serviceOf'> | undefined;
}): Step {
  const filesHost = hostOfOrigin(environment.FILES_ORIGIN);
  return ({ req, var: { host, url } }) => {
    if (host !== filesHost) return null;
    const service = isOfFilesOrigin(req.method, url.pathname) ? backend?.serviceOf(url.pathname) : undefined;
    return service ? service(req.raw) : notFoundResponse();
  };
}

/** Answers the ACME challenge and the domain-claim check of a domain that is not verified yet. */
export function domainChecks({
  domainResponse,
}: {
  domainResponse(host: string, path: string): Promise<Response | null>;
}): Step {
  return ({ var: { host, url } }) => domainResponse(host, url.pathname);
}

/** The host decides the account; nothing in the body or the query does. */
export function resolveAccount({ tenants }: { tenants: Pick<Tenants, 'accountOf' | 'isSuspended'> }): Step {
  return async (context) => {
    const { host, url } = context.var;
    const account = await tenants.accountOf(host);
    if (account) context.set('account', account);
    return account ? null : unknownHost(tenants, host, url.pathname);
  };
}

async function unknownHost(tenants: Pick<Tenants, 'isSuspended'>, host: string, path: string): Promise<Response> {
  if (!(await tenants.isSuspended(host))) return unknownHostPage(host);
  return /^\/(?:api|(?:auth|rest|storage|realtime|functions)\/v1)\//.test(path) ? suspendedResponse() : suspendedPage();
}

/** Redirects visitors to the domain that names the site, and to https where this process ends TLS; refuses calls over http. */
export function redirectToOrigin(dependencies: {
  environment: Pick<Environment, 'HTTPS_PORT'>;
  tenants: Pick<Tenants, 'isOwnDomain' | 'redirectsElsewhere' | 'originOf' | 'originAt'>;
}): Step {
  const { tenants } = dependencies;
  const targetOf = (account: SiteAccount, host: string, isPlain: boolean) => {
    if (tenants.redirectsElsewhere(account, host)) return tenants.originOf(account);
    return isPlain ? tenants.originAt(host) : null;
  };
  return ({ req: { raw, method }, var: { account, host, url } }) => {
    const isPlain = isPlainHttp(dependencies, { host, origin: originOf(raw) });
    if (isPlain && !isRedirectedToHttps(method, url.pathname)) return httpsRequired();
    const target = method === 'GET' || method === 'HEAD' ? targetOf(account, host, isPlain) : null;
    if (!target) return null;
    return new Response(null, { status: 308, headers: { location: target + url.pathname + url.search } });
  };
}
