import { queryOptions } from '@tanstack/react-query';
import { type Db, DbError, dataOf } from '#base/shared/db-client.ts';

/** On the platform's host: whether rights of the signed-in person wait for a second step. */
export const owesSecondStepQuery = (db: Db, userId: string | null) =>
  queryOptions({
    queryKey: ['owes_second_step', userId],
    queryFn: async () => dataOf(await db.rpc('owes_second_step')) as boolean,
    staleTime: 5 * 60_000,
  });

/** Whether an account needs a second step of its team, or no longer. */
export async function requireSecondStep(db: Db, account_id: string, is_required: boolean): Promise<void> {
  const { error } = await db.rpc('require_second_step', { account_id, is_required });
  if (error) throw new DbError(error.message, error.details || error.code);
}

/** Of those whose role allows more than a student's: how many, how many have no second step, and whether oneself has. */
export type TeamSecondSteps = { team: number; lacking: number; has_own: boolean };

export const teamSecondStepsQuery = (db: Db, account_id: string) =>
  queryOptions({
    queryKey: ['team_second_steps', account_id],
    queryFn: async () => dataOf(await db.rpc('team_second_steps', { account_id })) as unknown as TeamSecondSteps,
    staleTime: 0,
  });
