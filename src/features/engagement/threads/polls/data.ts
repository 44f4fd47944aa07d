import { queryOptions } from '@tanstack/react-query';
import { type Db, dataOf, maybeDataOf } from '#base/shared/db-client.ts';
import { threadKeys } from '../data.ts';
import type { PollResults } from './rules.ts';

/** An option with its votes, where the caller may see them. */
export type PollOption = { id: string; label: string; votes: number | null; is_own: boolean };

export type Poll = {
  id: string;
  post_id: string;
  is_multiple: boolean;
  is_anonymous: boolean;
  results: PollResults;
  ends_at: string | null;
  is_over: boolean;
  voter_count: number;
  options: PollOption[];
};

export type Voter = { id: string; name: string; slug: string; user_id: string; avatar: string | null };

declare module '#base/shared/database-shapes.ts' {
  interface FunctionShapes {
    list_polls: { row: Poll };
    list_poll_voters: { row: Voter };
  }
}

/** The polls of posts, by the id of their post. */
export async function pollsOf(db: Db, postIds: string[]): Promise<Map<string, Poll>> {
  if (postIds.length === 0) return new Map();
  const rows = dataOf(await db.rpc('list_polls', { post_ids: postIds }));
  return new Map(rows.map((poll) => [poll.post_id, poll]));
}

export async function vote(db: Db, pollId: string, optionIds: string[]): Promise<void> {
  maybeDataOf(await db.rpc('vote_in_poll', { poll_id: pollId, option_ids: optionIds }));
}

/** Ends a poll at once. */
export async function endPoll(db: Db, pollId: string): Promise<void> {
  maybeDataOf(await db.rpc('end_poll', { poll_id: pollId }));
}

/** Who voted for an option. */
export const votersQuery = (db: Db, accountId: string, threadId: string, optionId: string) =>
  queryOptions({
    queryKey: [...threadKeys.all(accountId, threadId), 'voters', optionId],
    queryFn: async (): Promise<Voter[]> => dataOf(await db.rpc('list_poll_voters', { option_id: optionId })),
  });
