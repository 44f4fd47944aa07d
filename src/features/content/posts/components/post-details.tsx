import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PictureField } from '#features/content/media/components/picture-field.tsx';
import { Switch } from '#ui/fields/choice.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { Section } from '#ui/layout/section.tsx';
import { AuthorsField } from '../authors/components/authors-field.tsx';
import type { PostAuthors } from '../authors/rules.ts';
import type { ContentText } from '../data.ts';
import { parseWords } from '../rules.ts';

type FieldProps = { written: ContentText; onChange: (part: Partial<ContentText>) => void };

/** Metadata fields of a post. `loads` counts the drafts loaded from elsewhere. */
export function PostDetails({
  post,
  loads,
  written,
  onChange,
}: FieldProps & { post: PostAuthors & { id: string }; loads: number }) {
  const { t } = useTranslation('posts');
  return (
    <Section className="grid content-start gap-4" title={t('editor.details')}>
      <div data-place="cover">
        <PictureField
          label={t('editor.cover')}
          value={{ ...written.cover, src: written.cover?.image ?? '', alt: written.cover?.alt ?? '' }}
          onChange={({ src, alt, width, height, blur }) =>
            onChange({
              cover: src ? { image: src, alt, ...(width ? { width, height } : {}), ...(blur ? { blur } : {}) } : null,
            })
          }
        />
      </div>
      <AuthorsField post={post} />
      <ListFields key={loads} written={written} onChange={onChange} />
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
    </Section>
  );
}

/** Comma-separated input; a trailing comma is no empty entry. */
function ListFields({ written, onChange }: FieldProps) {
  const { t } = useTranslation('posts');
  const [lists, setLists] = useState({ categories: written.categories.join(', '), tags: written.tags.join(', ') });
  const list = (name: 'categories' | 'tags', text: string, max: number, maxLength: number) => {
    setLists({ ...lists, [name]: text });
    onChange({ [name]: parseWords(text, max, maxLength) });
  };
  return (
    <>
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
    </>
  );
}
