import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useEditors } from '#base/browser/editors.ts';
import { useScreenName } from '#base/browser/screen-name.ts';
import { useAccount } from '#base/browser/site.tsx';
import { readablePath } from '#base/shared/slugs.ts';
import { AddressDialog } from '#features/content/publishing/components/address-dialog.tsx';
import { DraftNotices } from '#features/content/publishing/components/draft-notices.tsx';
import { useDraft } from '#features/content/publishing/components/use-draft.ts';
import { usePublishing } from '#features/content/publishing/components/use-publishing.tsx';
import { paths } from '#paths';
import { LinkButton } from '#ui/buttons/button.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { TextArea, TextField } from '#ui/fields/text-field.tsx';
import { PostCheck } from '../checks/components/post-check.tsx';
import { PostDetails } from '../components/post-details.tsx';
import { PostHeader } from '../components/post-header.tsx';
import { SearchFields } from '../components/search-fields.tsx';
import { useJumpTo } from '../components/use-jump-to.ts';
import { usePostComparison } from '../components/use-post-comparison.ts';
import { type ContentText, movePost, type PostToEdit, postKind, postToEdit } from '../data.ts';
import { RESERVED_SLUG } from '../rules.ts';

const PicturedTextField = lazy(() =>
  import('#features/content/media/components/pictured-text-field.tsx').then((module) => ({
    default: module.PicturedTextField,
  })),
);

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
    <main id="content" className="page">
      {post.isPending ? <SkeletonText lines={8} /> : null}
      {post.isError ? <ErrorState onRetry={() => void post.refetch()} isRetrying={post.isFetching} /> : null}
      {post.data === null ? (
        <EmptyState
          isPage
          title={t('editor.missing')}
          actions={<LinkButton href={paths.posts()}>{t('editor.back')}</LinkButton>}
        >
          {t('editor.missingText')}
        </EmptyState>
      ) : null}
      {post.data ? <Writing key={post.data.id} post={post.data} onChanged={() => post.refetch()} /> : null}
    </main>
  );
}

/** Post editor: saves the draft automatically; readers see it only once it is published. */
function Writing({ post, onChanged }: { post: PostToEdit; onChanged: () => unknown }) {
  const work = useDraft({
    kind: postKind,
    id: post.id,
    first: post.draft,
    toSave: (content) => ({ ...content, title: content.title.trim() || post.title }),
  });
  const { written, change } = work;
  const comparison = usePostComparison();
  const editors = useEditors(post.id, work.version);
  const [open, setOpen] = useState<'address' | 'checks' | null>(null);
  const close = () => setOpen(null);
  const { rootRef, jumpTo } = useJumpTo(open === null);
  /** Counts the drafts loaded from elsewhere: it is the key that remounts uncontrolled fields. */
  const [loads, setLoads] = useState(0);
  const onLoad = () => setLoads(loads + 1);
  const publishing = usePublishing({
    kind: postKind,
    record: { id: post.id, title: post.title, status: post.status, publishAt: post.draft.publish_at },
    work,
    comparison,
    previewAddress: paths.previewPost,
    onChanged,
    onRestore: (content) => {
      change(content);
      onLoad();
    },
  });
  return (
    <>
      <PostHeader post={post} work={work} editors={editors} publishing={publishing} onOpen={setOpen} />
      <div className="mb-4 empty:hidden">
        <DraftNotices kind={postKind} work={work} comparison={comparison} editors={editors} onLoad={onLoad} />
      </div>
      <div ref={rootRef} className="grid gap-8 lg:grid-cols-[2fr_1fr]">
        <WritingFields written={written} onChange={change} />
        <div className="grid content-start gap-8">
          <PostDetails post={post} loads={loads} written={written} onChange={change} />
          <SearchFields key={loads} slug={post.slug} written={written} onChange={change} />
        </div>
      </div>
      {open === 'checks' ? (
        <PostCheck
          written={written}
          onClose={close}
          onJump={(location) => {
            close();
            jumpTo(location);
          }}
          onFix={(part) => {
            change(part);
            onLoad();
          }}
        />
      ) : null}
      {publishing.dialog}
      {open === 'address' ? <PostAddress post={post} flush={work.flush} onClose={close} /> : null}
    </>
  );
}

function WritingFields({
  written,
  onChange,
}: {
  written: ContentText;
  onChange: (part: Partial<ContentText>) => void;
}) {
  const { t } = useTranslation('posts');
  return (
    <div className="grid content-start gap-4">
      <div data-place="title">
        <TextField
          label={t('editor.title')}
          dir="auto"
          value={written.title}
          maxLength={160}
          errorMessage={written.title.trim() ? undefined : t('new.needed')}
          onChange={(title) => onChange({ title })}
        />
      </div>
      <div data-place="excerpt">
        <TextArea
          label={t('editor.excerpt')}
          dir="auto"
          rows={2}
          maxLength={400}
          value={written.excerpt}
          onChange={(excerpt) => onChange({ excerpt })}
        />
      </div>
      <div data-place="content">
        <Suspense fallback={<SkeletonText lines={10} />}>
          <PicturedTextField
            label={t('editor.content')}
            value={written.content}
            onChange={(content) => onChange({ content })}
            isLong
          />
        </Suspense>
      </div>
    </div>
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
