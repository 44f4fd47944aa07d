import { queryOptions } from '@tanstack/react-query';
import { type Db, DbError } from '#base/shared/db-client.ts';
import { readCaptions } from './rules.ts';

/** The captions at a path of the account's private bucket, as far as the reader may fetch them; null where they are not WebVTT. */
export const captionsQuery = (db: Db, accountId: string, path: string) =>
  queryOptions({
    queryKey: ['captions', accountId, path],
    queryFn: async () => {
      const { data, error } = await db.storage.from(`${accountId}-private`).download(path);
      if (error) throw new DbError(error.message, error.name);
      return readCaptions(await data.text());
    },
    // Another text is another path.
    staleTime: Number.POSITIVE_INFINITY,
  });
