import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { useScreenName } from '#base/browser/screen-name.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { useWire } from '#base/browser/wire.ts';
import { isTaken } from '#base/shared/wire.ts';
import { TextPicture } from '#features/media/components/text-picture.tsx';
import { ScheduleDialog } from '#features/options/components/schedule-dialog.tsx';
import { paths } from '#paths';
import { Badge } from '#ui/badge.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { SkeletonText } from '#ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { TextArea, TextField } from '#ui/text-field.tsx';
import { showProblem, showToast } from '#ui/toaster.tsx';
import { DraftNotices } from '../components/draft-notices.tsx';
import { PostDetails } from '../components/post-details.tsx';
import { usePostDraft } from '../components/use-post-draft.ts';
import { movePost, postToEdit, publishPost, schedulePost } from '../data.ts';
import { plainWords, RESERVED_SLUG, readingMinutes, slugOfTitle } from '../rules.ts';
import { VersionList } from '../versions/components/version-list.tsx';

const RichTextField = lazy(() =>
  import('#ui/rich-text-field.tsx').then((module) => ({ default: module.RichTextField })),
);

export default function PostEditor() {
  const { t } = useTranslation('posts');
  const { slug = '' } = useParams();
  const wire = useWire();
  const { account_id } = useAccount();
  const post = useQuery({
    queryKey: ['posts', account_id, 'edit', slug],
    queryFn: () => postToEdit(wire, account_id, slug),
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

/** A post being written: it saves itself, and is shown to readers only by publishing. */
function Writing({
  post,
  onPublished,
}: {
  post: NonNullable<Awaited<ReturnType<typeof postToEdit>>>;
  onPublished: () => void;
}) {
  const { t } = useTranslation('posts');
  const wire = useWire();
  const { locale } = useSite();
  const work = usePostDraft(post.id, post.draft, post.title);
  const { written, change } = work;
  const [publishAt, setPublishAt] = useState(post.draft.publish_at);
  const [isScheduling, setScheduling] = useState(false);
  const [isMoving, setMoving] = useState(false);
  const [showsVersions, setShowsVersions] = useState(false);
  const [isBusy, setBusy] = useState(false);
  /** Counts the drafts that came from elsewhere: fields that keep what is typed begin anew with each. */
  const [loads, setLoads] = useState(0);
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

  async function publish() {
    setBusy(true);
    try {
      await work.flush();
      await publishPost(wire, post.id, work.seen());
      setPublishAt(null);
      onPublished();
      showToast(t('editor.published', { title: written.title }));
    } catch (error) {
      showProblem(error instanceof Error && error.message ? error.message : t('list.failed'));
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
            <Badge tone="info">{t('editor.at', { at: moment.format(new Date(publishAt)) })}</Badge>
          ) : post.status === 'draft' ? (
            <Badge>{t('status.draft')}</Badge>
          ) : undefined
        }
        sentence={
          <span role="status">
            {t(`editor.state.${work.state}`)} · {t('minutes', { count: readingMinutes(plainWords(written.content)) })}
          </span>
        }
        actions={
          <>
            {work.state === 'failed' && !work.theirs ? (
              <Button onPress={() => void work.flush().catch(() => {})}>{t('editor.saveAgain')}</Button>
            ) : null}
            {post.status === 'published' ? (
              <LinkButton href={paths.post(post.slug)} target="_blank">
                {t('editor.view')}
              </LinkButton>
            ) : null}
            <Button onPress={() => setShowsVersions(true)}>{t('versions.title')}</Button>
            <Button onPress={() => setMoving(true)}>{t('editor.address')}</Button>
            <Button onPress={() => setScheduling(true)}>{t('editor.later')}</Button>
            <Button variant="primary" isBusy={isBusy} onPress={() => void publish()}>
              {t('editor.publish')}
            </Button>
          </>
        }
      />
      <DraftNotices work={work} onLoad={() => setLoads(loads + 1)} />
      <div className="grid gap-8 lg:grid-cols-[2fr_1fr]">
        <div className="grid content-start gap-4">
          <TextField
            label={t('editor.title')}
            value={written.title}
            maxLength={160}
            errorMessage={written.title.trim() ? undefined : t('new.needed')}
            onChange={(title) => change({ title })}
          />
          <TextArea
            label={t('editor.excerpt')}
            rows={2}
            maxLength={400}
            value={written.excerpt}
            onChange={(excerpt) => change({ excerpt })}
          />
          <Suspense fallback={<SkeletonText lines={10} />}>
            <RichTextField
              label={t('editor.content')}
              value={written.content}
              onChange={(content) => change({ content })}
              isLong
              choosePicture={TextPicture}
            />
          </Suspense>
        </div>
        <PostDetails key={loads} post={post} written={written} onChange={change} />
      </div>
      {isScheduling ? (
        <ScheduleDialog
          publishAt={publishAt}
          onClose={() => setScheduling(false)}
          onSchedule={async (at) => {
            await work.flush();
            await schedulePost(wire, post.id, at);
            setPublishAt(at);
            showToast(t(at ? 'editor.scheduled' : 'editor.unscheduled'));
          }}
        />
      ) : null}
      {showsVersions ? (
        <VersionList
          postId={post.id}
          now={written}
          onClose={() => setShowsVersions(false)}
          onRestore={(chosen) => {
            change(chosen);
            setLoads(loads + 1);
            showToast(t('versions.restored'));
          }}
        />
      ) : null}
      {isMoving ? <AddressDialog post={post} onClose={() => setMoving(false)} /> : null}
    </>
  );
}

/** The address of a post; readers who know the old one are led to the new. */
function AddressDialog({ post, onClose }: { post: { id: string; slug: string }; onClose: () => void }) {
  const { t } = useTranslation('posts');
  const wire = useWire();
  const { account_id } = useAccount();
  const navigate = useNavigate();
  const [slug, setSlug] = useState(post.slug);
  const [problem, setProblem] = useState('');
  async function move() {
    const wanted = slugOfTitle(slug);
    if (!wanted) return setProblem(t('editor.addressNeeded'));
    if (wanted === RESERVED_SLUG) return setProblem(t('editor.reserved'));
    try {
      if (wanted !== post.slug) await movePost(wire, account_id, post.id, wanted);
      onClose();
      await navigate(paths.editPost(wanted), { replace: true });
    } catch (error) {
      setProblem(isTaken(error) ? t('editor.addressTaken') : t('list.failed'));
    }
  }
  return (
    <Dialog
      title={t('editor.address')}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button variant="primary" onPress={() => void move()}>
          {t('editor.addressSave')}
        </Button>
      }
    >
      <TextField
        label={t('editor.addressLabel')}
        description={t('editor.addressHelp', { address: paths.post(slugOfTitle(slug) || '…') })}
        value={slug}
        maxLength={80}
        errorMessage={problem || undefined}
        onChange={(value) => {
          setSlug(value);
          setProblem('');
        }}
      />
    </Dialog>
  );
}
