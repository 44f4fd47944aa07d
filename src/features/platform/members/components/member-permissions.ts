import { useQuery } from '@tanstack/react-query';
import { useDb } from '#base/browser/db-client.ts';
import { useCan, useMember } from '#base/browser/member.ts';
import { useAccount } from '#base/browser/site.tsx';
import { accountOwner } from '../data.ts';
import type { MemberRow } from '../directory/data.ts';

/** What the viewer may do with the members of the list. */
export function useMemberPermissions() {
  const db = useDb();
  const { account_id } = useAccount();
  const viewer = useMember();
  const mayImpersonate = useCan('log_in_as');
  const managesSite = useCan('manage_options');
  const ownerId = useQuery(accountOwner(db, account_id)).data?.owner_id;
  return {
    isAccountOwner: viewer.user_id === ownerId,
    // Users can't lock themselves out, and the account's owner is fixed; other owners are changed by those who manage the site.
    isFixed: (row: MemberRow) =>
      row.user_id === ownerId ||
      row.user_id === viewer.user_id ||
      (row.role.kind === 'owner' && (!managesSite || !ownerId)),
    canImpersonate: (row: MemberRow) =>
      mayImpersonate &&
      row.user_id !== viewer.user_id &&
      row.role.kind !== 'owner' &&
      !row.blocked_at &&
      row.allows_log_in_as,
  };
}
