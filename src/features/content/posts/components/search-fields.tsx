import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite, useSiteBranding } from '#base/browser/site.tsx';
import { isCanonical, searchLimits } from '#base/shared/search-settings.ts';
import { readablePath } from '#base/shared/slugs.ts';
import { PictureField } from '#features/content/media/components/picture-field.tsx';
import { paths } from '#paths';
import { Switch } from '#ui/fields/choice.tsx';
import { TextArea, TextField } from '#ui/fields/text-field.tsx';
import { Section } from '#ui/layout/section.tsx';
import type { ContentText, PostSettings } from '../data.ts';

type SearchFieldsProps = {
  slug: string;
  written: ContentText;
  onChange: (part: Partial<ContentText>) => void;
};

/** SEO fields of a post: search and social metadata, with a preview of the search result. */
export function SearchFields({ slug, written, onChange }: SearchFieldsProps) {
  const { t } = useTranslation(['posts', 'publishing']);
  const { settings } = written;
  const set = (part: PostSettings) => onChange({ settings: { ...settings, ...part } });
  return (
    <Section className="grid content-start gap-4" title={t('search.title')}>
      <SearchResult slug={slug} written={written} />
      <div data-place="searchTitle">
        <TextField
          label={t('publishing:search.searchTitle')}
          isOptional
          dir="auto"
          maxLength={searchLimits.searchTitle}
          value={settings.searchTitle ?? ''}
          onChange={(searchTitle) => set({ searchTitle })}
        />
      </div>
      <div data-place="description">
        <TextArea
          label={t('editor.description')}
          isOptional
          dir="auto"
          rows={3}
          maxLength={searchLimits.description}
          value={settings.description ?? ''}
          onChange={(description) => set({ description })}
        />
      </div>
      <PictureField
        label={t('publishing:search.picture')}
        isDescribed={false}
        value={{ src: settings.picture ?? '', alt: '' }}
        onChange={({ src }) => set({ picture: src })}
      />
      <CanonicalField saved={settings.canonical} onChange={(canonical) => set({ canonical })} />
      <div data-place="isHidden">
        <Switch isAtEnd isSelected={settings.isHidden === true} onChange={(isHidden) => set({ isHidden })}>
          {t('publishing:search.isHidden')}
        </Switch>
      </div>
      <Switch
        isAtEnd
        isSelected={settings.isUnfollowed === true}
        onChange={(isUnfollowed) => set({ isUnfollowed: isUnfollowed })}
      >
        {t('publishing:search.isUnfollowed')}
      </Switch>
    </Section>
  );
}

function CanonicalField({ saved, onChange }: { saved: string | undefined; onChange: (canonical: string) => void }) {
  const { t } = useTranslation(['posts', 'publishing']);
  // The canonical URL is saved only once it is valid.
  const [canonical, setCanonical] = useState(saved ?? '');
  return (
    <TextField
      label={t('publishing:search.canonical')}
      description={t('search.canonicalHelp')}
      isOptional
      dir="ltr"
      maxLength={searchLimits.canonical}
      value={canonical}
      errorMessage={isCanonical(canonical.trim()) ? undefined : t('search.canonicalWrong')}
      onChange={(typed) => {
        setCanonical(typed);
        if (isCanonical(typed.trim())) onChange(typed.trim());
      }}
    />
  );
}

/** Preview of a post as a search result. */
function SearchResult({ slug, written }: { slug: string; written: ContentText }) {
  const { t } = useTranslation('posts');
  const { origin } = useSite();
  const { title: site } = useSiteBranding();
  const { searchTitle, description, isHidden } = written.settings;
  return (
    <figure className="grid gap-1 rounded-lg border border-line p-3">
      <figcaption className="quiet">{t('search.preview')}</figcaption>
      {isHidden ? (
        <span className="muted">{t('checks.hidden')}</span>
      ) : (
        <>
          <span className="quiet wrap-anywhere">
            <bdi dir="ltr">{new URL(origin).host + readablePath(paths.post(slug))}</bdi>
          </span>
          <span className="text-base text-primary">
            <bdi>{searchTitle?.trim() || [written.title, site].filter(Boolean).join(' · ')}</bdi>
          </span>
          <span className="muted line-clamp-2">
            <bdi>{description?.trim() || written.excerpt || t('search.none')}</bdi>
          </span>
        </>
      )}
    </figure>
  );
}
