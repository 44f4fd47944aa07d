import { queryOptions } from '@tanstack/react-query';
import { type Db, dataOf, dbErrorOf } from '#base/shared/db-client.ts';

declare module '#base/shared/database-shapes.ts' {
  interface FunctionShapes {
    team_second_steps: { returns: TeamSecondSteps };
  }
}

/** Whether the user's permissions on the platform's host require a second step first. */
export const owesSecondStepQuery = (db: Db, userId: string | null) =>
  queryOptions({
    queryKey: ['owes_second_step', userId],
    queryFn: async () => dataOf(await db.rpc('owes_second_step')) as boolean,
    staleTime: 5 * 60_000,
  });

/** Sets whether an account requires a second step of its team. */
export async function requireSecondStep(db: Db, account_id: string, is_required: boolean): Promise<void> {
  const { error } = await db.rpc('require_second_step', { account_id, is_required });
  if (error) throw dbErrorOf(error);
}

/**
 * The team are members with more than a student's capabilities: their number, how many lack a second factor, and
 * whether the user has one.
 */
export type TeamSecondSteps = { team: number; lacking: number; has_own: boolean };

export const teamSecondStepsQuery = (db: Db, account_id: string) =>
  queryOptions({
    queryKey: ['team_second_steps', account_id],
    queryFn: async (): Promise<TeamSecondSteps> => dataOf(await db.rpc('team_second_steps', { account_id })),
    staleTime: 0,
  });
