import { useQuery } from '@tanstack/react-query';
import { useDb } from '#base/browser/db-client.ts';
import { useMembership } from '#base/browser/member.ts';
import { useAccount } from '#base/browser/site.tsx';
import { dataOf } from '#base/shared/db-client.ts';

export type TicketAccess = {
  account_id: string;
  user_id: string;
  /**
   * Whether the caller is support staff here: a manager of the site or a platform administrator. Undefined while
   * loading.
   */
  isStaff: boolean | undefined;
  isPlatform: boolean;
};

/** Whether the signed-in person is staff or requester here. Policies enforce it; this chooses what to show. */
export function useTicketAccess(): TicketAccess {
  const db = useDb();
  const account = useAccount();
  const { userId, role, status: standing } = useMembership();
  const admin = useQuery({
    // Shares its query key with the dashboard shell.
    queryKey: ['is_super_admin', userId],
    queryFn: async () => dataOf(await db.rpc('is_super_admin')) as boolean,
    enabled: account.is_platform && userId !== null,
    staleTime: 5 * 60_000,
  });
  const isStaff = account.is_platform
    ? admin.data
    : standing === 'unknown'
      ? undefined
      : (role?.caps.includes('manage_options') ?? false);
  return { account_id: account.account_id, user_id: userId ?? '', isStaff, isPlatform: account.is_platform };
}
