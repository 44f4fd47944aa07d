import { useQuery } from '@tanstack/react-query';
import { ChevronDown, Ellipsis, Link2, ListChecks, Newspaper } from 'lucide-react';
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
import { DraftActions, DraftBadge, SaveStatus } from '#features/content/publishing/components/draft-status.tsx';
import { useDraft } from '#features/content/publishing/components/use-draft.ts';
import { usePublishing } from '#features/content/publishing/components/use-publishing.tsx';
import { paths } from '#paths';

import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { TextArea, TextField } from '#ui/fields/text-field.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { MenuButton } from '#ui/overlays/menu.tsx';
import { PostCheck } from '../checks/components/post-check.tsx';
import { PostDetails } from '../components/post-details.tsx';
import { SearchFields } from '../components/search-fields.tsx';
import { useJumpTo } from '../components/use-jump-to.ts';
import { usePostComparison } from '../components/use-post-comparison.ts';
import { movePost, postKind, postToEdit } from '../data.ts';
import { plainText, RESERVED_SLUG, readingMinutes } from '../rules.ts';

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
function Writing({
  post,
  onChanged,
}: {
  post: NonNullable<Awaited<ReturnType<typeof postToEdit>>>;
  onChanged: () => unknown;
}) {
  const { t } = useTranslation(['posts', 'pages', 'publishing']);
  const db = useDb();
  const { account_id } = useAccount();
  const navigate = useNavigate();
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
      <PageHeader
        title={written.title || post.title}
        badge={<DraftBadge status={post.status} publishAt={post.draft.publish_at} />}
        sentence={
          <>
            <SaveStatus work={work} /> · {t('minutes', { count: readingMinutes(plainText(written.content)) })}
          </>
        }
        actions={
          <>
            <DraftActions work={work} editors={editors} />
            {post.status === 'published' ? (
              <LinkButton href={paths.post(post.slug)} target="_blank">
                {t('editor.view')}
              </LinkButton>
            ) : null}
            <Button onPress={publishing.showVersions}>{publishing.items.versions.label}</Button>
            <Button icon={ListChecks} onPress={() => setOpen('checks')}>
              {t('publishing:checks.button')}
            </Button>
            <MenuButton
              label={t('pages:builder.more')}
              placement="bottom end"
              groups={[
                {
                  id: 'more',
                  items: [
                    publishing.items.schedule,
                    ...publishing.items.share,
                    {
                      id: 'address',
                      label: t('publishing:address.title'),
                      icon: Link2,
                      onAction: () => setOpen('address'),
                    },
                    ...publishing.items.unpublish,
                    { id: 'all', label: t('editor.back'), icon: Newspaper, href: paths.posts() },
                  ],
                },
              ]}
              trigger={
                <Button icon={Ellipsis}>
                  {t('pages:builder.more')}
                  <ChevronDown aria-hidden="true" size={16} />
                </Button>
              }
            />
            <Button variant="primary" isBusy={publishing.isBusy} onPress={publishing.publish}>
              {t('editor.publish')}
            </Button>
          </>
        }
      />
      <div className="mb-4 empty:hidden">
        <DraftNotices kind={postKind} work={work} comparison={comparison} editors={editors} onLoad={onLoad} />
      </div>
      <div ref={rootRef} className="grid gap-8 lg:grid-cols-[2fr_1fr]">
        <div className="grid content-start gap-4">
          <div data-place="title">
            <TextField
              label={t('editor.title')}
              dir="auto"
              value={written.title}
              maxLength={160}
              errorMessage={written.title.trim() ? undefined : t('new.needed')}
              onChange={(title) => change({ title })}
            />
          </div>
          <div data-place="excerpt">
            <TextArea
              label={t('editor.excerpt')}
              dir="auto"
              rows={2}
              maxLength={400}
              value={written.excerpt}
              onChange={(excerpt) => change({ excerpt })}
            />
          </div>
          <div data-place="content">
            <Suspense fallback={<SkeletonText lines={10} />}>
              <PicturedTextField
                label={t('editor.content')}
                value={written.content}
                onChange={(content) => change({ content })}
                isLong
              />
            </Suspense>
          </div>
        </div>
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
      {open === 'address' ? (
        <AddressDialog
          slug={post.slug}
          helpOf={(slug) => t('editor.addressHelp', { address: readablePath(paths.post(slug ?? '…')) })}
          taken={t('editor.addressTaken')}
          reserved={RESERVED_SLUG}
          onMove={async (slug) => {
            await work.flush();
            await movePost(db, account_id, post.id, slug);
            await navigate(paths.editPost(slug), { replace: true });
          }}
          onClose={close}
        />
      ) : null}
    </>
  );
}
