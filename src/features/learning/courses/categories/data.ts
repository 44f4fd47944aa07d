import { queryOptions } from '@tanstack/react-query';
import type { Row } from '#base/shared/database-types.ts';
import { type Db, dataOf } from '#base/shared/db-client.ts';

export type Category = Pick<Row<'course_categories'>, 'id' | 'name' | 'slug' | 'description' | 'position'>;

export async function listCategories(db: Db, accountId: string): Promise<Category[]> {
  return dataOf(
    await db
      .from('course_categories')
      .select('id, name, slug, description, position')
      .eq('account_id', accountId)
      .order('position')
      .order('id'),
  );
}

export type CategoryDraft = Pick<Category, 'name' | 'slug' | 'description'>;

/** Inserts a category at the end, or updates one. */
export async function saveCategory(
  db: Db,
  accountId: string,
  id: string | null,
  draft: CategoryDraft,
  position: number,
): Promise<void> {
  const table = db.from('course_categories');
  dataOf(
    id
      ? await table.update(draft).eq('account_id', accountId).eq('id', id).select('id').single()
      : await table
          .insert({ account_id: accountId, ...draft, position })
          .select('id')
          .single(),
  );
}

/** Stores the order of the categories. */
export async function orderCategories(db: Db, accountId: string, ids: readonly string[]): Promise<void> {
  const responses = await Promise.all(
    ids.map((id, position) =>
      db.from('course_categories').update({ position }).eq('account_id', accountId).eq('id', id).select('id').single(),
    ),
  );
  for (const response of responses) dataOf(response);
}

/** The courses of the category stay, without a category. */
export async function deleteCategory(db: Db, accountId: string, id: string): Promise<void> {
  dataOf(await db.from('course_categories').delete().eq('account_id', accountId).eq('id', id).select('id').single());
}

export const categoriesQuery = (db: Db, accountId: string) =>
  queryOptions({
    queryKey: ['course_categories', accountId],
    queryFn: () => listCategories(db, accountId),
    staleTime: 300_000,
  });
