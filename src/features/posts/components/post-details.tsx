import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#base/browser/site.tsx';
import { useWire } from '#base/browser/wire.ts';
import { PictureField } from '#features/media/components/picture-field.tsx';
import { Switch } from '#ui/choice.tsx';
import { Section } from '#ui/section.tsx';
import { Select } from '#ui/select.tsx';
import { TextArea, TextField } from '#ui/text-field.tsx';
import { showProblem, showToast } from '#ui/toaster.tsx';
import { changeAuthor, possibleAuthors, type Written } from '../data.ts';
import { wordsOf } from '../rules.ts';

/** What is said of a post beside its text. */
export function PostDetails({
  post,
  written,
  onChange,
}: {
  post: { id: string; author_id: string | null };
  written: Written;
  onChange: (part: Partial<Written>) => void;
}) {
  const { t } = useTranslation('posts');
  const [lists, setLists] = useState({ categories: written.categories.join(', '), tags: written.tags.join(', ') });
  const list = (name: 'categories' | 'tags', text: string, most: number, longest: number) => {
    setLists({ ...lists, [name]: text });
    onChange({ [name]: wordsOf(text, most, longest) });
  };
  return (
    <Section className="grid content-start gap-4" title={t('editor.details')}>
      <PictureField
        label={t('editor.cover')}
        value={{ ...written.cover, src: written.cover?.image ?? '', alt: written.cover?.alt ?? '' }}
        onChange={({ src, alt, width, height, blur }) =>
          onChange({
            cover: src ? { image: src, alt, ...(width ? { width, height } : {}), ...(blur ? { blur } : {}) } : null,
          })
        }
      />
      <AuthorField post={post} />
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
        onChange={(featured) => onChange({ settings: { ...written.settings, featured } })}
      >
        {t('editor.featured')}
      </Switch>
      <Switch
        isAtEnd
        isSelected={written.settings.isQuiet !== true}
        onChange={(isOpen) => onChange({ settings: { ...written.settings, isQuiet: !isOpen } })}
      >
        {t('editor.comments')}
      </Switch>
      <TextArea
        label={t('editor.description')}
        isOptional
        rows={2}
        maxLength={320}
        value={written.settings.description ?? ''}
        onChange={(description) => onChange({ settings: { ...written.settings, description } })}
      />
    </Section>
  );
}

/** Who a post is by: people visitors may know of. */
function AuthorField({ post }: { post: { id: string; author_id: string | null } }) {
  const { t } = useTranslation('posts');
  const wire = useWire();
  const { account_id } = useAccount();
  const [author, setAuthor] = useState(post.author_id);
  const people = useQuery({
    queryKey: ['posts', account_id, 'authors'],
    queryFn: () => possibleAuthors(wire, account_id),
  });
  async function choose(id: string | null) {
    if (!id || id === author) return;
    const before = author;
    setAuthor(id);
    try {
      await changeAuthor(wire, account_id, post.id, id);
      showToast(t('editor.authorChanged'));
    } catch (error) {
      setAuthor(before);
      showProblem(error instanceof Error ? error.message : t('list.failed'));
    }
  }
  return (
    <Select
      label={t('editor.author')}
      description={t('editor.authorHelp')}
      options={(people.data ?? []).map(({ id, name }) => ({ id, label: name }))}
      value={author ?? ''}
      onChange={(id) => void choose(id)}
    />
  );
}
