import type { Db } from '#base/shared/db-client.ts';

/** Format of a preview link's secret; anything else is rejected without a query. */
export const isSecret = (text: string) => /^[0-9a-f]{64}$/.test(text);

export type PreviewLink = { id: string; expires_at: string; created_at: string };

/** The preview links of a kind of record. */
export type PreviewStore = {
  table: string;
  /** The valid links of a draft, newest first. */
  list(db: Db, accountId: string, id: string): Promise<PreviewLink[]>;
  /** Creates a link and returns its secret, which is shown only this once. */
  share(db: Db, id: string, days: number): Promise<string>;
  revoke(db: Db, accountId: string, linkId: string): Promise<void>;
};

/** Links listed for a draft. */
export const MAX_PREVIEWS = 20;
export const PREVIEW_COLUMNS = 'id, expires_at, created_at';
