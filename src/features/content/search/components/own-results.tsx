import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { ContentLanguage } from '#ui/display/content-language.tsx';
import { type SearchResult, searchSite } from '../data.ts';
import { type Scope, showsNoResults } from '../rules.ts';
import { SearchResults } from './search-results.tsx';

type Props = { term: string; scope: Scope; results: SearchResult[] };

/** Results of the search page: the server renders a visitor's, and who is signed in gets their own, lessons among them. */
export function OwnResults({ term, scope, results }: Props) {
  const { t, i18n } = useTranslation('search');
  const db = useDb();
  const account = useAccount();
  const [own, setOwn] = useState(results);
  useEffect(() => {
    let isCurrent = true;
    // Where it fails, what every visitor sees stays.
    searchSite(db, account, term, scope).then(
      (rows) => isCurrent && setOwn(rows),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [db, account, term, scope]);
  return (
    <>
      {term && own.length > 0 ? <p className="quiet">{t('found', { count: own.length })}</p> : null}
      {showsNoResults(term, own.length) ? <p className="lead">{t('errors.notFound')}</p> : null}
      <ContentLanguage page={i18n.language} language={i18n.language}>
        <SearchResults results={own} />
      </ContentLanguage>
    </>
  );
}
