import { clockNow } from '#base/shared/clock.ts';
import { type Db, DbError, dataOf, maybeDataOf } from '#base/shared/db-client.ts';

declare module '#base/shared/database-shapes.ts' {
  interface ColumnShapes {
    // The content of its kind.
    versions: { content: unknown; state: 'published' | 'saved' };
  }
  interface FunctionShapes {
    save_draft: { args: { content: object } };
    schedule_draft: { args: { publish_at: string | null } };
  }
}

/** An old version. `by` is who published or wrote it; empty where they are gone. */
export type Version<Content> = {
  id: string;
  state: 'published' | 'saved';
  content: Content;
  created_at: string;
  by: string;
};

/** Versions listed. */
const MAX_VERSIONS = 60;

/** Versions of a record, newest first. */
export async function listVersions<Content>(
  db: Db,
  accountId: string,
  kind: string,
  id: string,
): Promise<Version<Content>[]> {
  const rows = dataOf(
    await db
      .from('versions')
      .select('id, state, content, saved_by, created_at')
      .eq('account_id', accountId)
      .eq('kind', kind)
      .eq('subject_id', id)
      .order('created_at', { ascending: false })
      .limit(MAX_VERSIONS),
  );
  const names = await peopleNamed(
    db,
    accountId,
    rows.flatMap(({ saved_by }) => saved_by ?? []),
  );
  return rows.map(({ saved_by, content, ...row }) => ({
    ...row,
    content: content as Content,
    by: names.get(saved_by ?? '') ?? '',
  }));
}

/** Names of users by their id. */
async function peopleNamed(db: Db, accountId: string, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = dataOf(
    await db
      .from('members')
      .select('user_id, name')
      .eq('account_id', accountId)
      .in('user_id', [...new Set(ids)])
      .limit(MAX_VERSIONS),
  );
  return new Map(rows.map(({ user_id, name }) => [user_id, name]));
}

/** Saves a draft based on version `seen`; returns the new version, null where somebody else saved in between. */
export async function saveDraft(
  db: Db,
  kind: string,
  id: string,
  seen: number,
  content: object,
): Promise<number | null> {
  try {
    return dataOf(await db.rpc('save_draft', { kind, id, seen, content }));
  } catch (error) {
    if (error instanceof DbError && error.code === 'changed_meanwhile') return null;
    throw error;
  }
}

/** Publishes a draft; with `seen` only that version, so that a draft changed in between is rejected. */
export async function publishDraft(db: Db, kind: string, id: string, seen?: number): Promise<void> {
  dataOf(await db.rpc('publish_draft', { kind, id, ...(seen ? { seen } : {}) }));
}

/** Schedules the publication of a draft (ISO 8601); null cancels it. */
export async function scheduleDraft(db: Db, kind: string, id: string, publishAt: string | null): Promise<void> {
  maybeDataOf(await db.rpc('schedule_draft', { kind, id, publish_at: publishAt }));
}

export async function unpublish(db: Db, kind: string, id: string): Promise<void> {
  maybeDataOf(await db.rpc('unpublish', { kind, id }));
}

export type PreviewLink = { id: string; expires_at: string; created_at: string };

/** The valid preview links of a draft. */
export async function listPreviews(db: Db, accountId: string, kind: string, id: string): Promise<PreviewLink[]> {
  return dataOf(
    await db
      .from('previews')
      .select('id, expires_at, created_at')
      .eq('account_id', accountId)
      .eq('kind', kind)
      .eq('subject_id', id)
      .gt('expires_at', new Date(clockNow()).toISOString())
      .order('created_at', { ascending: false })
      .limit(20),
  );
}

/** Creates a preview link; returns its secret, which is shown only this once. */
export async function shareDraft(db: Db, kind: string, id: string, days: number): Promise<string> {
  return dataOf(await db.rpc('share_draft', { kind, id, days }));
}

export async function revokePreview(db: Db, accountId: string, id: string): Promise<void> {
  dataOf(await db.from('previews').delete().eq('account_id', accountId).eq('id', id).select('id').single());
}

export type Removed = { id: string; title: string; slug: string; removed_at: string };

/** What was deleted of a kind in the last thirty days, newest first. */
export async function listTrash(db: Db, accountId: string, kind: string): Promise<Removed[]> {
  return dataOf(
    await db
      .from('trash')
      .select('id, title, slug, removed_at')
      .eq('account_id', accountId)
      .eq('kind', kind)
      .order('removed_at', { ascending: false })
      .limit(100),
  );
}

/** Restores a record; returns its slug, which may be a new one. */
export async function restoreFromTrash(db: Db, id: string): Promise<string> {
  return dataOf(await db.rpc('restore_from_trash', { id }));
}
