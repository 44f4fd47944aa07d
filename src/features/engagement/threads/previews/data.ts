import { queryOptions } from '@tanstack/react-query';
import { type Db, dataOf } from '#base/shared/db-client.ts';

/** What the page of a link says of itself. */
export type LinkPreview = { url: string; is_waiting: boolean; title: string; description: string };

declare module '#base/shared/database-shapes.ts' {
  interface FunctionShapes {
    list_link_previews: { row: LinkPreview };
  }
}

/** A page that was just linked to is read within seconds; one that takes longer is seen with the next visit. */
const ASK_AGAIN_MS = 2_000;
const MAX_ASKED = 5;

/** The preview of a link; null where there is none. */
export const linkPreviewQuery = (db: Db, accountId: string, url: string) =>
  queryOptions({
    queryKey: ['link-preview', accountId, url],
    queryFn: async (): Promise<LinkPreview | null> =>
      dataOf(await db.rpc('list_link_previews', { urls: [url] }))[0] ?? null,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) =>
      state.data?.is_waiting && state.dataUpdateCount < MAX_ASKED ? ASK_AGAIN_MS : false,
  });
