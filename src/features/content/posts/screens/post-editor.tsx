import { useQuery } from '@tanstack/react-query';
import { Newspaper } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useScreenName } from '#base/browser/screen-name.ts';
import { useAccount } from '#base/browser/site.tsx';
import { readablePath } from '#base/shared/slugs.ts';
import { AddressDialog } from '#features/content/publishing/components/address-dialog.tsx';
import { EditorHeader } from '#features/content/publishing/components/editor-header.tsx';
import { EditorScreen } from '#features/content/publishing/components/editor-screen.tsx';
import { useTextEditor } from '#features/content/publishing/components/use-text-editor.tsx';
import { WritingFields } from '#features/content/publishing/components/writing-fields.tsx';
import { paths } from '#paths';
import { PostCheck } from '../checks/components/post-check.tsx';
import { PostDetails } from '../components/post-details.tsx';
import { SearchFields } from '../components/search-fields.tsx';
import { usePostComparison } from '../components/use-post-comparison.ts';
import { movePost, type PostToEdit, postKind, postToEdit } from '../data.ts';
import { plainText, RESERVED_SLUG, readingMinutes } from '../rules.ts';

export default function PostEditor() {
  const { t } = useTranslation('posts');
  const { slug = '' } = useParams();
  const db = useDb();
  const { account_id } = useAccount();
  const post = useQuery({
    queryKey: ['posts', account_id, 'edit', slug],
    queryFn: () => postToEdit(db, account_id, slug),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  useScreenName(post.data?.title);
  return (
    <EditorScreen
      query={post}
      missing={{
        title: t('editor.missing'),
        text: t('editor.missingText'),
        listLabel: t('editor.back'),
        listPath: paths.posts(),
      }}
    >
      {(row) => <Writing key={row.id} post={row} onChanged={() => post.refetch()} />}
    </EditorScreen>
  );
}

/** Post editor: saves the draft automatically; readers see it only once it is published. */
function Writing({ post, onChanged }: { post: PostToEdit; onChanged: () => unknown }) {
  const { t } = useTranslation('posts');
  const editor = useTextEditor({
    kind: postKind,
    record: post,
    comparison: usePostComparison(),
    previewAddress: paths.previewPost,
    onChanged,
  });
  const { written, change, flush } = editor.work;
  return (
    <>
      <EditorHeader
        record={post}
        editor={editor}
        sentence={t('minutes', { count: readingMinutes(plainText(written.content)) })}
        view={{ label: t('editor.view'), path: paths.post(post.slug) }}
        list={{ label: t('editor.back'), path: paths.posts(), icon: Newspaper }}
        publishLabel={t('editor.publish')}
      />
      {editor.notices}
      <div ref={editor.rootRef} className="grid gap-8 lg:grid-cols-[2fr_1fr]">
        <WritingFields
          title={{
            label: t('editor.title'),
            value: written.title,
            errorMessage: written.title.trim() ? undefined : t('new.needed'),
            onChange: (title) => change({ title }),
          }}
          lead={{
            place: 'excerpt',
            label: t('editor.excerpt'),
            value: written.excerpt,
            onChange: (excerpt) => change({ excerpt }),
          }}
          content={{
            label: t('editor.content'),
            value: written.content,
            onChange: (content) => change({ content }),
          }}
        />
        <div className="grid content-start gap-8">
          <PostDetails post={post} loads={editor.loads} written={written} onChange={change} />
          <SearchFields key={editor.loads} slug={post.slug} written={written} onChange={change} />
        </div>
      </div>
      {editor.open === 'checks' ? <PostCheck {...editor.check} /> : null}
      {editor.publishing.dialog}
      {editor.open === 'address' ? <PostAddress post={post} flush={flush} onClose={editor.close} /> : null}
    </>
  );
}

function PostAddress({ post, flush, onClose }: { post: PostToEdit; flush: () => Promise<void>; onClose: () => void }) {
  const { t } = useTranslation('posts');
  const db = useDb();
  const { account_id } = useAccount();
  const navigate = useNavigate();
  return (
    <AddressDialog
      slug={post.slug}
      helpOf={(slug) => t('editor.addressHelp', { address: readablePath(paths.post(slug ?? '…')) })}
      taken={t('editor.addressTaken')}
      reserved={RESERVED_SLUG}
      onMove={async (slug) => {
        await flush();
        await movePost(db, account_id, post.id, slug);
        await navigate(paths.editPost(slug), { replace: true });
      }}
      onClose={onClose}
    />
  );
}
