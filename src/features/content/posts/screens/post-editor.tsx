import { useQuery } from '@tanstack/react-query';
import { CalendarClock, ChevronDown, Ellipsis, Eye, Link2, ListChecks, Newspaper } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useEditors } from '#base/browser/editors.ts';
import { useScreenName } from '#base/browser/screen-name.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';
import { readablePath } from '#base/shared/slugs.ts';
import { ScheduleDialog } from '#features/platform/options/components/schedule-dialog.tsx';
import { paths } from '#paths';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { TextArea, TextField } from '#ui/fields/text-field.tsx';
import { EditConflict } from '#ui/fields/use-autosaved-draft.ts';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { MenuButton } from '#ui/overlays/menu.tsx';
import { showError, showToast } from '#ui/overlays/toaster.tsx';
import { PostCheck } from '../checks/components/post-check.tsx';
import { AddressDialog } from '../components/address-dialog.tsx';
import { PostDetails } from '../components/post-details.tsx';
import { SearchFields } from '../components/search-fields.tsx';
import { useJumpTo } from '../components/use-jump-to.ts';
import { usePostDraft, usePostParts } from '../components/use-post-draft.ts';
import { movePost, postToEdit, postVersions, publishPost, schedulePost } from '../data.ts';
import { ShareDialog } from '../previews/components/share-dialog.tsx';
import { postPreviews } from '../previews/data.ts';
import { plainText, RESERVED_SLUG, readingMinutes } from '../rules.ts';
import { DraftNotices } from '../versions/components/draft-notices.tsx';
import { EditorsHere } from '../versions/components/editors-here.tsx';
import { VersionList } from '../versions/components/version-list.tsx';

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
      {post.data ? <Writing key={post.data.id} post={post.data} onPublished={() => void post.refetch()} /> : null}
    </main>
  );
}

/** Post editor: saves the draft automatically; readers see it only once it is published. */
function Writing({
  post,
  onPublished,
}: {
  post: NonNullable<Awaited<ReturnType<typeof postToEdit>>>;
  onPublished: () => void;
}) {
  const { t } = useTranslation(['posts', 'pages']);
  const db = useDb();
  const { account_id } = useAccount();
  const navigate = useNavigate();
  const { locale } = useSite();
  const work = usePostDraft(post.id, post.draft, post.title);
  const { written, change } = work;
  const parts = usePostParts();
  const editors = useEditors(post.id, work.version);
  const [publishAt, setPublishAt] = useState(post.draft.publish_at);
  const [open, setOpen] = useState<'versions' | 'address' | 'schedule' | 'share' | 'checks' | null>(null);
  const close = () => setOpen(null);
  const { rootRef, jumpTo } = useJumpTo(open === null);
  const [isBusy, setBusy] = useState(false);
  /** Counts the drafts loaded from elsewhere: it is the key that remounts uncontrolled fields. */
  const [loads, setLoads] = useState(0);
  const dateTime = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

  async function publish() {
    setBusy(true);
    try {
      await work.flush();
      await publishPost(db, post.id, work.seen());
      setPublishAt(null);
      onPublished();
      showToast(t('editor.published', { title: written.title }));
    } catch (error) {
      // The conflict dialog already offers both drafts.
      if (!(error instanceof EditConflict))
        showError(error instanceof Error && error.message ? error.message : t('list.failed'));
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      <PageHeader
        title={written.title || post.title}
        badge={
          publishAt ? (
            <Badge tone="info">{t('editor.at', { at: dateTime.format(new Date(publishAt)) })}</Badge>
          ) : post.status === 'draft' ? (
            <Badge>{t('status.draft')}</Badge>
          ) : undefined
        }
        sentence={
          <span role="status">
            {t(`editor.state.${work.state}`)} · {t('minutes', { count: readingMinutes(plainText(written.content)) })}
          </span>
        }
        actions={
          <>
            <EditorsHere editors={editors} />
            {work.state === 'failed' && !work.theirs ? (
              <Button onPress={() => void work.flush().catch(() => {})}>{t('editor.saveAgain')}</Button>
            ) : null}
            {post.status === 'published' ? (
              <LinkButton href={paths.post(post.slug)} target="_blank">
                {t('editor.view')}
              </LinkButton>
            ) : null}
            <Button onPress={() => setOpen('versions')}>{t('versions.title')}</Button>
            <Button icon={ListChecks} onPress={() => setOpen('checks')}>
              {t('pages:checks.button')}
            </Button>
            <MenuButton
              label={t('pages:builder.more')}
              placement="bottom end"
              groups={[
                {
                  id: 'more',
                  items: [
                    {
                      id: 'later',
                      label: t('editor.later'),
                      icon: CalendarClock,
                      onAction: () => setOpen('schedule'),
                    },
                    { id: 'share', label: t('pages:share.title'), icon: Eye, onAction: () => setOpen('share') },
                    { id: 'address', label: t('editor.address'), icon: Link2, onAction: () => setOpen('address') },
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
            <Button variant="primary" isBusy={isBusy} onPress={() => void publish()}>
              {t('editor.publish')}
            </Button>
          </>
        }
      />
      <DraftNotices
        work={work}
        parts={parts}
        editors={editors}
        conflict={{ notice: `${t('editor.conflict')} ${t('editor.conflictText')}`, title: t('editor.conflictTitle') }}
        onLoad={() => setLoads(loads + 1)}
      />
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
            setLoads(loads + 1);
          }}
        />
      ) : null}
      {open === 'schedule' ? (
        <ScheduleDialog
          publishAt={publishAt}
          onClose={close}
          onSchedule={async (at) => {
            await work.flush();
            await schedulePost(db, post.id, at);
            setPublishAt(at);
            showToast(t(at ? 'editor.scheduled' : 'editor.unscheduled'));
          }}
        />
      ) : null}
      {open === 'versions' ? (
        <VersionList
          shelf={postVersions}
          id={post.id}
          parts={parts}
          now={written}
          none={t('versions.none')}
          onClose={close}
          onRestore={(version) => {
            change(version);
            setLoads(loads + 1);
            showToast(t('versions.restored'));
          }}
        />
      ) : null}
      {open === 'share' ? (
        <ShareDialog store={postPreviews} addressOf={paths.previewPost} id={post.id} onClose={close} />
      ) : null}
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
