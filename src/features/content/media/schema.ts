import { z } from 'zod';

/** Source URL of a pasted image. */
export const pictureAddress = z.object({ address: z.url({ protocol: /^https?$/ }).max(2_000) });

/** Kinds of files, as the library filters them. */
export const mediaKinds = ['image', 'video', 'audio', 'document', 'archive'] as const;
export type MediaKind = (typeof mediaKinds)[number];

/** A row of `media_files`; `bytes` is its size, `width` and `height` are pixels. */
export type MediaFile = {
  account_id: string;
  id: string;
  folder_id: string | null;
  /** Object name in the account's bucket, and so the end of its URL; never changes. */
  path: string;
  name: string;
  mime_type: string;
  kind: MediaKind;
  bytes: number;
  width: number | null;
  height: number | null;
  /** Alt text by language. */
  alt: Record<string, string>;
  version: string;
  uploaded_by: string | null;
  created_at: string;
  updated_at: string;
};

/** A folder of the library, with the number of files directly in it. */
export type MediaFolder = { id: string; parent_id: string | null; name: string; created_at: string; count: number };

/** A record that uses a file. `slug` identifies it for its editor; for a setting, the option's key. */
export type MediaUse = {
  path: string;
  kind: 'page' | 'post' | 'course' | 'lesson' | 'quiz' | 'product' | 'group' | 'doc' | 'form' | 'setting' | 'member';
  id: string | null;
  slug: string | null;
  title: string;
};
