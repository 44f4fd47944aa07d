import { useQuery } from '@tanstack/react-query';
import { useDb } from '#base/browser/db-client.ts';
import { useMembership } from '#base/browser/member.ts';
import { useAccount } from '#base/browser/site.tsx';
import { dataOf } from '#base/shared/db-client.ts';

export type Desk = {
  account_id: string;
  user_id: string;
  /** Answers tickets here: manages the site, or runs the platform. Undefined until it is known. */
  isStaff: boolean | undefined;
  isPlatform: boolean;
};

/** On which side of the desk the signed-in person stands here. Policies decide; this chooses what to show. */
export function useDesk(): Desk {
  const db = useDb();
  const account = useAccount();
  const { userId, role, standing } = useMembership();
  const admin = useQuery({
    // The shell asks the same, under the same name.
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
