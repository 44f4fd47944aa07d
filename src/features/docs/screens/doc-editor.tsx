import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useScreenName } from '#base/browser/screen-name.ts';
import { useAccount } from '#base/browser/site.tsx';
import { useWire } from '#base/browser/wire.ts';
import { isTaken, WireError } from '#base/shared/wire.ts';
import { TextPicture } from '#features/media/components/text-picture.tsx';
import { slugOfTitle } from '#features/posts/rules.ts';
import { paths } from '#paths';
import { Button, LinkButton } from '#ui/button.tsx';
import { Switch } from '#ui/choice.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { SaveBar, UnsavedGuard } from '#ui/save-bar.tsx';
import { SkeletonText } from '#ui/skeleton.tsx';
import { EmptyState, ErrorState, Note } from '#ui/states.tsx';
import { TextArea, TextField } from '#ui/text-field.tsx';
import { showProblem, showToast } from '#ui/toaster.tsx';
import { useDraft } from '#ui/use-draft.ts';
import { type Doc, docToEdit, saveDoc } from '../data.ts';

const RichTextField = lazy(() =>
  import('#ui/rich-text-field.tsx').then((module) => ({ default: module.RichTextField })),
);

export default function DocEditor() {
  const { t } = useTranslation('docs');
  const { id = '' } = useParams();
  const wire = useWire();
  const { account_id } = useAccount();
  const isId = /^[0-9a-f-]{36}$/i.test(id);
  const doc = useQuery({
    queryKey: ['docs', account_id, 'edit', id],
    queryFn: () => (isId ? docToEdit(wire, account_id, id) : null),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  useScreenName(doc.data?.title);
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
      {doc.data ? <Writing key={doc.data.updated_at} doc={doc.data} onReload={() => void doc.refetch()} /> : null}
    </main>
  );
}

type Values = { title: string; slug: string; summary: string; content: string; isShown: boolean };

/** A page of the documentation being written; what readers see changes when it is saved. */
function Writing({ doc, onReload }: { doc: Doc; onReload: () => void }) {
  const { t } = useTranslation('docs');
  const wire = useWire();
  const { account_id } = useAccount();
  const queries = useQueryClient();
  const [saved, setSaved] = useState<Values>({
    title: doc.title,
    slug: doc.slug,
    summary: doc.summary,
    content: doc.content,
    isShown: doc.status === 'published',
  });
  const draft = useDraft<Values>({
    saved,
    validate: ({ title, slug }) => ({
      ...(title.trim() ? {} : { title: t('list.needed') }),
      ...(slugOfTitle(slug) ? {} : { slug: t('editor.slugNeeded') }),
    }),
    labels: {
      title: t('editor.title'),
      slug: t('editor.slug'),
      summary: t('editor.summary'),
      content: t('editor.content'),
      isShown: t('editor.shown'),
    },
  });

  const [isSaving, setSaving] = useState(false);
  const [seen, setSeen] = useState(doc.updated_at);
  /** What somebody else saved since; one of the two has to go on. */
  const [theirs, setTheirs] = useState<Doc | null>(null);

  async function save(from = seen) {
    if (!draft.check()) return;
    setSaving(true);
    try {
      await send(from);
      setTheirs(null);
    } catch (error) {
      if (error instanceof WireError && error.code === 'changed_meanwhile')
        setTheirs(await docToEdit(wire, account_id, doc.id).catch(() => null));
      else showProblem(error instanceof Error && error.message ? error.message : t('failed'));
    }
    setSaving(false);
  }
  async function send(from: string) {
    const { isShown, ...words } = draft.values;
    const next = { ...draft.values, title: words.title.trim(), slug: slugOfTitle(words.slug) };
    try {
      setSeen(
        await saveDoc(wire, account_id, doc.id, from, {
          ...words,
          title: next.title,
          slug: next.slug,
          status: isShown ? 'published' : 'draft',
        }),
      );
    } catch (error) {
      if (!isTaken(error)) throw error;
      draft.setErrors({ slug: t('list.taken') });
      throw new Error(t('list.taken'));
    }
    setSaved(next);
    draft.accept(next);
    await queries.invalidateQueries({ queryKey: ['docs', account_id, 'list'] });
    showToast(t(isShown ? 'editor.savedShown' : 'editor.saved'));
  }
  return (
    <>
      <PageHeader
        title={saved.title}
        sentence={t(saved.isShown ? 'editor.isShown' : 'editor.isDraft')}
        actions={
          <>
            {saved.isShown ? (
              <LinkButton href={paths.doc(saved.slug)} target="_blank">
                {t('list.view')}
              </LinkButton>
            ) : null}
            <LinkButton href={paths.manageDocs()}>{t('editor.back')}</LinkButton>
          </>
        }
      />
      {theirs ? (
        <div className="mb-4">
          <Note
            tone="warning"
            action={
              <span className="row">
                <Button size="sm" onPress={() => void save(theirs.updated_at)}>
                  {t('editor.keepMine')}
                </Button>
                <Button size="sm" onPress={onReload}>
                  {t('editor.takeTheirs')}
                </Button>
              </span>
            }
          >
            {t('editor.conflict', { title: theirs.title })}
          </Note>
        </div>
      ) : null}
      <div className="grid max-w-3xl gap-4">
        <TextField label={t('editor.title')} maxLength={160} {...draft.field('title')} />
        <TextField
          label={t('editor.slug')}
          description={t('editor.slugHelp', { address: paths.doc(slugOfTitle(draft.values.slug) || '…') })}
          maxLength={80}
          {...draft.field('slug')}
        />
        <TextArea label={t('editor.summary')} rows={2} maxLength={400} {...draft.field('summary')} />
        <Suspense fallback={<SkeletonText lines={10} />}>
          <RichTextField
            label={t('editor.content')}
            value={draft.values.content}
            onChange={(content) => draft.set('content', content)}
            isLong
            choosePicture={TextPicture}
          />
        </Suspense>
        <Switch {...draft.toggle('isShown')}>{t('editor.shown')}</Switch>
      </div>
      <UnsavedGuard changed={draft.changed} />
      <SaveBar changed={draft.changed} isSaving={isSaving} onDiscard={draft.discard} onSave={() => void save()} />
    </>
  );
}
