import { z } from 'zod';

/** Where a pasted picture comes from. */
export const pictureAddress = z.object({ address: z.url({ protocol: /^https?$/ }).max(2_000) });

/** What a file is, as one looks for it. */
export const mediaKinds = ['image', 'video', 'audio', 'document', 'archive'] as const;
export type MediaKind = (typeof mediaKinds)[number];

/** A file of the library as its table holds it; `bytes` is its weight, `width` and `height` are pixels. */
export type MediaFile = {
  account_id: string;
  id: string;
  folder_id: string | null;
  /** Its name in the account's bucket, and so the end of its address: it never changes. */
  path: string;
  name: string;
  mime_type: string;
  kind: MediaKind;
  bytes: number;
  width: number | null;
  height: number | null;
  /** Words for who can't see it, by language. */
  alt: Record<string, string>;
  version: string;
  uploaded_by: string | null;
  created_at: string;
  updated_at: string;
};

/** A folder of the library, with how many files lie directly in it. */
export type MediaFolder = { id: string; parent_id: string | null; name: string; created_at: string; count: number };

/** A place where a file is used. `slug` is what its editor is found by: for a setting, the option's key. */
export type MediaUse = {
  path: string;
  kind: 'page' | 'post' | 'course' | 'lesson' | 'quiz' | 'product' | 'group' | 'doc' | 'form' | 'setting' | 'member';
  id: string | null;
  slug: string | null;
  title: string;
};
