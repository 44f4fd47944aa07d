import type { Caller } from '#base/server/database.ts';
import { type StorageContext, serviceCaller } from './context.ts';
import { storageErrors } from './storage-error.ts';

/**
 * Whose right a signed link has at this moment: its signer's, so that it ends with their role, their block, or their
 * session. A link that carries nobody, and one that the service signed, stands by itself.
 * @throws {StorageError} AccessDenied where the signer's session is gone.
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
