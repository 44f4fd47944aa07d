import { useState } from 'react';
import { Link } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useMembership } from '#base/browser/member.ts';
import { useAccount } from '#base/browser/site.tsx';
import { EmptyState } from '#ui/display/states.tsx';
import { SearchField } from '#ui/fields/search-field.tsx';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { settingsFor } from './settings-search.ts';

/** All settings of a site, searchable. */
export default function SettingsIndex() {
  const { t } = useTranslation('shell');
  const account = useAccount();
  const { role } = useMembership();
  const [query, setQuery] = useState('');
  const groups = settingsFor({ caps: role?.caps ?? [], features: account.features }, query, t);
  return (
    <main id="content" className="page">
      <PageHeader title={t('settings.title')} sentence={t('settings.sentence')} />
      <div className="mb-6 max-w-md">
        <SearchField label={t('settings.search')} value={query} onChange={setQuery} maxLength={100} />
      </div>
      {groups.length === 0 ? (
        <EmptyState drawing="search" title={t('settings.nothing')}>
          {t('settings.nothingText', { query: query.trim() })}
        </EmptyState>
      ) : null}
      <div className="grid gap-8">
        {groups.map(({ id, icon: Icon, title, settings }) => (
          <section key={id} aria-labelledby={`settings-${id}`}>
            <h2 id={`settings-${id}`} className="mb-2 flex items-center gap-2 text-sm font-semibold">
              <Icon className="text-ink-3" aria-hidden="true" />
              {title}
            </h2>
            <ul className="grid gap-x-6 gap-y-1 ps-4 md:grid-cols-2">
              {settings.map(({ href, name, sentence }) => (
                <li key={href}>
                  <Link href={href} className="setting-link">
                    <b>{name}</b>
                    <span>{sentence}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </main>
  );
}
