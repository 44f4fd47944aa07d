import { queryOptions } from '@tanstack/react-query';
import { dataOf, type Wire } from '#base/shared/wire.ts';

/** On the platform's host: whether rights of the signed-in person wait for a second step. */
export const owesSecondStepQuery = (wire: Wire, userId: string | null) =>
  queryOptions({
    queryKey: ['owes_second_step', userId],
    queryFn: async () => dataOf(await wire.rpc('owes_second_step')) as boolean,
    staleTime: 5 * 60_000,
  });

/** Whether an account needs a second step of its team, or no longer. */
export async function requireSecondStep(wire: Wire, account_id: string, is_required: boolean): Promise<void> {
  const { error } = await wire.rpc('require_second_step', { account_id, is_required });
  if (error) throw new Error(error.message);
}
