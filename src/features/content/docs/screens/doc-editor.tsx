import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, Ellipsis, EyeOff, LibraryBig, Link2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useEditors } from '#base/browser/editors.ts';
import { useScreenName } from '#base/browser/screen-name.ts';
import { useAccount } from '#base/browser/site.tsx';
import { readablePath } from '#base/shared/slugs.ts';
import { AddressDialog } from '#features/content/posts/components/address-dialog.tsx';
import type { Part } from '#features/content/posts/versions/components/compare-dialog.tsx';
import { DraftNotices } from '#features/content/posts/versions/components/draft-notices.tsx';
import { EditorsHere } from '#features/content/posts/versions/components/editors-here.tsx';
import { VersionList } from '#features/content/posts/versions/components/version-list.tsx';
import { textWords } from '#features/content/posts/versions/rules.ts';
import { paths } from '#paths';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { TextArea, TextField } from '#ui/fields/text-field.tsx';
import { EditConflict, useAutosavedDraft } from '#ui/fields/use-autosaved-draft.ts';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { MenuButton } from '#ui/overlays/menu.tsx';
import { showError, showToast } from '#ui/overlays/toaster.tsx';
import {
  type ContentText,
  docDraftNow,
  docShelf,
  docToEdit,
  moveDoc,
  publishDoc,
  saveDocDraft,
  unpublishDoc,
} from '../data.ts';
import { docParts } from '../rules.ts';

const PicturedTextField = lazy(() =>
  import('#features/content/media/components/pictured-text-field.tsx').then((module) => ({
    default: module.PicturedTextField,
  })),
);

export default function DocEditor() {
  const { t } = useTranslation('docs');
  const { id = '' } = useParams();
  const db = useDb();
  const { account_id } = useAccount();
  const queries = useQueryClient();
  const doc = useQuery({
    queryKey: ['docs', account_id, 'edit', id],
    queryFn: () => docToEdit(db, account_id, id),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  useScreenName(doc.data?.draft.title);
  const reload = () => queries.invalidateQueries({ queryKey: ['docs', account_id] });
  return (
    <main id="content" className="page">
      {doc.isPending ? <SkeletonText lines={8} /> : null}
      {doc.isError ? <ErrorState onRetry={() => void doc.refetch()} isRetrying={doc.isFetching} /> : null}
      {doc.data === null ? (
        <EmptyState
          isPage
          title={t('editor.missing')}
          actions={<LinkButton href={paths.manageDocs()}>{t('editor.back')}</LinkButton>}
        >
          {t('editor.missingText')}
        </EmptyState>
      ) : null}
      {doc.data ? <Writing key={doc.data.id} doc={doc.data} onChanged={reload} /> : null}
    </main>
  );
}

/** Editor of a documentation page: saves the draft automatically; readers see it only once it is published. */
function Writing({
  doc,
  onChanged,
}: {
  doc: NonNullable<Awaited<ReturnType<typeof docToEdit>>>;
  /** Called when the published page or its slug changed. */
  onChanged: () => Promise<void>;
}) {
  const { t } = useTranslation(['docs', 'posts', 'pages']);
  const db = useDb();
  const { account_id } = useAccount();
  const work = useAutosavedDraft<ContentText>({
    key: `doc:${doc.id}`,
    first: doc.draft,
    writtenOf: ({ title, summary, content }) => ({ title, summary, content }),
    save: (seen, written) =>
      saveDocDraft(db, account_id, doc.id, seen, { ...written, title: written.title.trim() || doc.title }),
    now: () => docDraftNow(db, account_id, doc.id),
  });
  const { written, change } = work;
  const editors = useEditors(doc.id, work.version);
  const [open, setOpen] = useState<'versions' | 'address' | null>(null);
  const [isBusy, setBusy] = useState(false);
  const close = () => setOpen(null);
  const isShown = doc.status === 'published';
  const hasUnpublishedChanges = docParts.some((part) => written[part] !== doc[part]);
  const parts: Part<ContentText>[] = docParts.map((id) => ({
    id,
    name: t(`editor.${id}`),
    textOf: (state) => (id === 'content' ? textWords(state.content) : state[id]),
  }));

  async function run(act: () => Promise<void>, done: string) {
    setBusy(true);
    try {
      await work.flush();
      await act();
      await onChanged();
      showToast(done);
    } catch (error) {
      // The conflict dialog already offers both drafts.
      if (!(error instanceof EditConflict))
        showError(error instanceof Error && error.message ? error.message : t('failed'));
    } finally {
      setBusy(false);
    }
  }
  const { title } = written;
  const publish = () => run(() => publishDoc(db, doc.id, work.seen()), t('pages:builder.published', { title }));
  const unpublish = () => run(() => unpublishDoc(db, doc.id), t('pages:list.unpublished', { title: doc.title }));
  return (
    <>
      <PageHeader
        title={title || doc.title}
        badge={isShown ? undefined : <Badge>{t('draft')}</Badge>}
        sentence={
          <>
            <span role="status">{t(`posts:editor.state.${work.state}`)}</span> ·{' '}
            {t(!isShown ? 'editor.isDraft' : hasUnpublishedChanges ? 'editor.hasNews' : 'editor.isShown')}
          </>
        }
        actions={
          <>
            <EditorsHere editors={editors} />
            {work.state === 'failed' && !work.theirs ? (
              <Button onPress={() => void work.flush().catch(() => {})}>{t('posts:editor.saveAgain')}</Button>
            ) : null}
            {isShown ? (
              <LinkButton href={paths.doc(doc.slug)} target="_blank">
                {t('list.view')}
              </LinkButton>
            ) : null}
            <Button onPress={() => setOpen('versions')}>{t('posts:versions.title')}</Button>
            <MenuButton
              label={t('pages:builder.more')}
              placement="bottom end"
              groups={[
                {
                  id: 'more',
                  items: [
                    {
                      id: 'address',
                      label: t('posts:editor.address'),
                      icon: Link2,
                      onAction: () => setOpen('address'),
                    },
                    ...(isShown
                      ? [
                          {
                            id: 'hide',
                            label: t('pages:list.unpublish'),
                            icon: EyeOff,
                            onAction: () => void unpublish(),
                          },
                        ]
                      : []),
                    { id: 'all', label: t('editor.back'), icon: LibraryBig, href: paths.manageDocs() },
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
              {t('pages:builder.publish')}
            </Button>
          </>
        }
      />
      <DraftNotices
        work={work}
        parts={parts}
        editors={editors}
        conflict={{ notice: t('pages:conflict.waiting'), title: t('pages:conflict.title') }}
        onLoad={() => {}}
      />
      <div className="grid max-w-3xl gap-4">
        <TextField
          label={t('editor.title')}
          dir="auto"
          value={title}
          maxLength={160}
          errorMessage={title.trim() ? undefined : t('list.needed')}
          onChange={(value) => change({ title: value })}
        />
        <TextArea
          label={t('editor.summary')}
          dir="auto"
          rows={2}
          maxLength={400}
          value={written.summary}
          onChange={(summary) => change({ summary })}
        />
        <Suspense fallback={<SkeletonText lines={10} />}>
          <PicturedTextField
            label={t('editor.content')}
            value={written.content}
            onChange={(content) => change({ content })}
            isLong
          />
        </Suspense>
      </div>
      {open === 'versions' ? (
        <VersionList
          shelf={docShelf}
          id={doc.id}
          parts={parts}
          now={written}
          none={t('pages:builder.noVersions')}
          onClose={close}
          onRestore={(version) => {
            change(version);
            showToast(t('posts:versions.restored'));
          }}
        />
      ) : null}
      {open === 'address' ? (
        <AddressDialog
          slug={doc.slug}
          helpOf={(slug) => t('editor.slugHelp', { address: readablePath(paths.doc(slug ?? '…')) })}
          taken={t('list.taken')}
          onMove={async (slug) => {
            await moveDoc(db, account_id, doc.id, slug);
            await onChanged();
          }}
          onClose={close}
        />
      ) : null}
    </>
  );
}
