import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { useAutosavedDraft } from '#ui/fields/use-autosaved-draft.ts';
import { type ContentText, type PostDraft, postDraftNow, savePostDraft } from '../data.ts';
import type { Part } from '../versions/components/compare-dialog.tsx';
import { partText, postParts } from '../versions/rules.ts';

/** A post's draft in the editor. */
export function usePostDraft(postId: string, first: PostDraft, defaultTitle: string) {
  const db = useDb();
  const { account_id } = useAccount();
  return useAutosavedDraft<ContentText>({
    key: `post:${postId}`,
    first,
    writtenOf: ({ title, excerpt, content, cover, categories, tags, settings }) => ({
      title,
      excerpt,
      content,
      cover,
      categories,
      tags,
      settings,
    }),
    save: (seen, written) =>
      savePostDraft(db, account_id, postId, seen, { ...written, title: written.title.trim() || defaultTitle }),
    now: () => postDraftNow(db, account_id, postId),
  });
}

/** The parts of a post for the comparison of versions. */
export function usePostParts(): Part<ContentText>[] {
  const { t } = useTranslation('posts');
  return postParts.map((id) => ({
    id,
    name: t(id === 'settings' ? 'compare.settings' : `editor.${id}`),
    textOf: (written) => partText(written, id),
  }));
}
