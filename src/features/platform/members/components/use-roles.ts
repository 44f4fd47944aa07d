import { useQuery } from '@tanstack/react-query';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { type Role, rolesQuery } from '../data.ts';

/** The account's roles; empty until they are read. */
export function useRoles(): readonly Role[] {
  const db = useDb();
  const { account_id } = useAccount();
  return useQuery(rolesQuery(db, account_id)).data ?? [];
}
