import { Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '#paths';
import { buttonClass } from '#ui/buttons/button-class.ts';
import { type CatalogueFilters, sorts } from '../catalogue/rules.ts';
import type { Category } from '../categories/data.ts';
import { accesses, levels } from '../rules.ts';

/** The filters of the catalogue: a plain GET form, so that it works without JavaScript and the URL can be bookmarked. */
export function CatalogueFilterForm({
  filters,
  categories,
}: {
  filters: CatalogueFilters;
  categories: readonly Category[];
}) {
  const { t } = useTranslation('courses');
  const isNarrowed = Boolean(filters.category || filters.level || filters.price || filters.q || filters.language);
  return (
    <form action={paths.courses()} method="get" className="grid gap-4" aria-label={t('catalogue.narrow')}>
      <div className="flex flex-wrap items-end gap-3">
        <SearchInput value={filters.q} />
        <Choice name="category" label={t('catalogue.category')} value={filters.category}>
          <option value="">{t('catalogue.all')}</option>
          {categories.map((category) => (
            <option key={category.id} value={category.slug}>
              {category.name}
            </option>
          ))}
        </Choice>
        <Choice name="level" label={t('catalogue.level')} value={filters.level}>
          <option value="">{t('catalogue.any')}</option>
          {levels
            .filter((level) => level !== 'all')
            .map((level) => (
              <option key={level} value={level}>
                {t(`level.${level}`)}
              </option>
            ))}
        </Choice>
        <Choice name="price" label={t('catalogue.price')} value={filters.price}>
          <option value="">{t('catalogue.any')}</option>
          {accesses.map((access) => (
            <option key={access} value={access}>
              {t(`access.${access}`)}
            </option>
          ))}
        </Choice>
        <Choice name="sort" label={t('catalogue.sort')} value={filters.sort}>
          {sorts.map((sort) => (
            <option key={sort} value={sort}>
              {t(`sort.${sort}`)}
            </option>
          ))}
        </Choice>
        <button type="submit" className={buttonClass({ variant: 'primary', size: 'lg' })}>
          <Search aria-hidden="true" />
          {t('catalogue.show')}
        </button>
        {isNarrowed ? (
          <a className={buttonClass({ variant: 'quiet', size: 'lg' })} href={paths.courses()}>
            {t('catalogue.clear')}
          </a>
        ) : null}
      </div>
    </form>
  );
}

function SearchInput({ value }: { value: string | undefined }) {
  const { t } = useTranslation('courses');
  return (
    <div className="field min-w-64 flex-1">
      <label className="field-label" htmlFor="courses-q">
        {t('catalogue.search')}
      </label>
      <input id="courses-q" className="input h-11" type="search" name="q" maxLength={100} defaultValue={value ?? ''} />
    </div>
  );
}

function Choice({
  name,
  label,
  value,
  children,
}: {
  name: string;
  label: string;
  value: string | undefined;
  children: React.ReactNode;
}) {
  return (
    // Fixed width, so that options that load later do not shift the layout.
    <div className="field w-40">
      <label className="field-label" htmlFor={`courses-${name}`}>
        {label}
      </label>
      <select id={`courses-${name}`} name={name} className="input h-11" defaultValue={value ?? ''}>
        {children}
      </select>
    </div>
  );
}
