import type { Gateway } from '#backend/gateway/gateway.ts';
import type { Environment } from '#base/server/environment.ts';
import { bytesOf } from '#base/server/http.ts';
import { accountOfBucket } from './file-access.ts';
import type { Tenants } from './tenants.ts';

export type PublicFileDependencies = {
  tenants: Pick<Tenants, 'byId' | 'originOf'>;
  environment: Pick<Environment, 'FILES_ORIGIN' | 'BASE_DOMAIN'>;
  hostedBackendUrl: string;
  backend: Pick<Gateway, 'serviceOf'> | undefined;
};

const TIMEOUT_MS = 2_000;

/** A public file of an account by its path, from the storage service; null where it does not respond. */
export async function fetchPublicFile(dependencies: PublicFileDependencies, path: string): Promise<Response | null> {
  const { backend, hostedBackendUrl } = dependencies;
  const url = new URL(path, hostedBackendUrl || (await filesOriginOf(dependencies, path)));
  // A page or a document can do without it, so a hosted backend that does not answer must not delay it.
  const request = new Request(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  return (backend?.serviceOf(path) ?? globalThis.fetch)(request).catch(() => null);
}

/** Its bytes; null where there is none or it is larger than `limit`. */
export async function readPublicFile(
  dependencies: PublicFileDependencies,
  path: string,
  limit: number,
): Promise<Buffer | null> {
  const response = await fetchPublicFile(dependencies, path);
  if (!response?.ok) return null;
  const announced = Number(response.headers.get('content-length') ?? 0);
  return bytesOf(response.body, announced, limit).then(Buffer.from, () => null);
}

/** The origin that serves a public file: FILES_ORIGIN, else the one of the account that owns its bucket. */
async function filesOriginOf({ environment, tenants }: PublicFileDependencies, path: string): Promise<string> {
  if (environment.FILES_ORIGIN) return environment.FILES_ORIGIN;
  const owner = accountOfBucket(path.split('/')[5] ?? '');
  const account = owner ? await tenants.byId(owner) : null;
  return account ? tenants.originOf(account) : `http://${environment.BASE_DOMAIN}`;
}
