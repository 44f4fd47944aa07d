import type { Caller } from '#base/server/database.ts';
import { type StorageContext, serviceCaller } from './context.ts';
import { storageErrors } from './storage-error.ts';

/**
 * The current rights of a signed link: its signer's, so that the link ends with their role, their block or their
 * session. A link without a signer, or one signed by the service, is valid by itself.
 * @throws {StorageError} AccessDenied if the signer's session has ended.
 */
export async function currentSigner(
  context: StorageContext,
  signer: Caller | null,
  operation: string,
): Promise<Caller> {
  if (!signer || signer.role === 'service_role') return serviceCaller;
  if (!(await context.guard?.isSignedIn(signer))) throw storageErrors.accessDenied('Who made this link is signed out.');
  return { ...signer, settings: { 'storage.operation': operation } };
}
