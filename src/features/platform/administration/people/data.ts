import { type Db, DbError, dataOf, maybeDataOf } from '#base/shared/db-client.ts';
import { asPage, type ListPage, type ListRequest, rpcRequest } from '#base/shared/list-page.ts';

declare module '#base/shared/database-shapes.ts' {
  interface FunctionShapes {
    list_people: { returns: { count: number; rows: Person[] } };
  }
}

/** A user; `factors` counts verified second factors, `sessions` the active ones. */
export type Person = {
  user_id: string;
  email: string | null;
  name: string;
  created_at: string;
  last_sign_in_at: string | null;
  factors: number;
  sessions: number;
  is_self: boolean;
};

export async function listPeople(db: Db, request: ListRequest): Promise<ListPage<Person>> {
  return asPage(dataOf(await db.rpc('list_people', rpcRequest(request))));
}

export async function endSessionsOfPerson(db: Db, person: string): Promise<void> {
  dataOf(await db.rpc('end_sessions_of_person', { person }));
}

type ActionError = { error: DbError | null };

/**
 * Ends all sessions, the caller's last. Returns the error instead of throwing, because the caller may have to confirm
 * their identity first.
 */
export async function endAllSessions(db: Db): Promise<ActionError> {
  return errorOf(async () => {
    while ((maybeDataOf(await db.rpc('end_all_sessions')) ?? 0) > 0);
  });
}

export async function removeSecondFactors(db: Db, person: string, reason: string): Promise<ActionError> {
  return errorOf(async () => void dataOf(await db.rpc('take_second_steps', { person, reason })));
}

async function errorOf(action: () => Promise<void>): Promise<ActionError> {
  try {
    await action();
    return { error: null };
  } catch (error) {
    if (error instanceof DbError) return { error };
    throw error;
  }
}
