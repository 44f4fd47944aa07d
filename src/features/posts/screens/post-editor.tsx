import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useAccount } from '#base/browser/site.tsx';
import { useWire } from '#base/browser/wire.ts';
import { PictureField } from '#features/media/components/picture-field.tsx';
import { paths } from '#paths';
import { Badge } from '#ui/badge.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { Switch } from '#ui/choice.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Section } from '#ui/section.tsx';
import { SkeletonText } from '#ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import { TextArea, TextField } from '#ui/text-field.tsx';
import { showProblem, showToast } from '#ui/toaster.tsx';
import { useAutosave } from '#ui/use-autosave.ts';
import { type PostDraft, postToEdit, publishPost, savePostDraft } from '../data.ts';
import { wordsOf } from '../rules.ts';

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

type Written = Omit<PostDraft, 'post_id' | 'updated_at'>;

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
  const { account_id } = useAccount();
  const [written, setWritten] = useState<Written>(() => {
    const { title, excerpt, content, cover, categories, tags, settings } = post.draft;
    return { title, excerpt, content, cover, categories, tags, settings };
  });
  const [lists, setLists] = useState({ categories: written.categories.join(', '), tags: written.tags.join(', ') });
  const [isBusy, setBusy] = useState(false);
  const autosave = useAutosave((next: Written) =>
    savePostDraft(wire, account_id, post.id, { ...next, title: next.title.trim() || post.title }),
  );
  const change = (part: Partial<Written>) => {
    const next = { ...written, ...part };
    setWritten(next);
    autosave.change(next);
  };
  const list = (name: 'categories' | 'tags', text: string, most: number, longest: number) => {
    setLists({ ...lists, [name]: text });
    change({ [name]: wordsOf(text, most, longest) });
  };

  async function publish() {
    setBusy(true);
    try {
      await autosave.flush();
      await publishPost(wire, post.id);
      onPublished();
      showToast(t('editor.published', { title: written.title }));
    } catch (error) {
      showProblem(error instanceof Error ? error.message : t('list.failed'));
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      <PageHeader
        title={written.title || post.title}
        badge={post.status === 'draft' ? <Badge>{t('status.draft')}</Badge> : undefined}
        sentence={<span role="status">{t(`editor.state.${autosave.state}`)}</span>}
        actions={
          <>
            {autosave.state === 'failed' ? (
              <Button onPress={() => void autosave.flush().catch(() => {})}>{t('editor.saveAgain')}</Button>
            ) : null}
            {post.status === 'published' ? (
              <LinkButton href={paths.post(post.slug)} target="_blank">
                {t('editor.view')}
              </LinkButton>
            ) : null}
            <Button variant="primary" isBusy={isBusy} onPress={() => void publish()}>
              {t('editor.publish')}
            </Button>
          </>
        }
      />
      <div className="grid gap-8 lg:grid-cols-2">
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
            />
          </Suspense>
        </div>
        <Section className="grid content-start gap-4" title={t('editor.details')}>
          <PictureField
            label={t('editor.cover')}
            value={{ ...written.cover, src: written.cover?.image ?? '', alt: written.cover?.alt ?? '' }}
            onChange={({ src, alt, width, height, blur }) =>
              change({
                cover: src ? { image: src, alt, ...(width ? { width, height } : {}), ...(blur ? { blur } : {}) } : null,
              })
            }
          />
          <TextField
            label={t('editor.categories')}
            description={t('editor.listHelp')}
            value={lists.categories}
            maxLength={320}
            onChange={(text) => list('categories', text, 5, 60)}
          />
          <TextField
            label={t('editor.tags')}
            description={t('editor.listHelp')}
            value={lists.tags}
            maxLength={520}
            onChange={(text) => list('tags', text, 12, 40)}
          />
          <Switch
            isAtEnd
            isSelected={written.settings.featured === true}
            onChange={(featured) => change({ settings: { ...written.settings, featured } })}
          >
            {t('editor.featured')}
          </Switch>
          <TextArea
            label={t('editor.description')}
            isOptional
            rows={2}
            maxLength={320}
            value={written.settings.description ?? ''}
            onChange={(description) => change({ settings: { ...written.settings, description } })}
          />
        </Section>
      </div>
    </>
  );
}
