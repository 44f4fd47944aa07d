import { Search } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router';
import { dbContext, type RouteHandle, siteContext } from '#base/shared/site.ts';
import { paths } from '#paths';
import { buttonClass } from '#ui/buttons/button-class.ts';
import { Island } from '#ui/layout/island.tsx';
import { OwnResults } from '../components/own-results.tsx';
import { searchSite } from '../data.ts';
import { scopeOf, scopes, searchTerm } from '../rules.ts';

export const handle: RouteHandle = { isPublic: true, addressOf: () => ({ isHidden: true }), queryKeys: ['q', 'scope'] };

export async function loader({ context, request }: LoaderFunctionArgs) {
  const params = new URL(request.url).searchParams;
  const term = searchTerm(params.get('q'));
  const scope = scopeOf(params.get('scope'));
  const { account } = context.get(siteContext);
  const results = term ? await searchSite(context.get(dbContext), account, term, scope) : [];
  return { term, scope, results };
}

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  const root = matches[0]?.loaderData as { look?: { settings: { sitetitle: string } } } | undefined;
  const text = loaderData?.term.replaceAll('+', ' ');
  return [
    { title: [text, root?.look?.settings.sitetitle].filter(Boolean).join(' · ') },
    { name: 'robots', content: 'noindex' },
  ];
};

/** Search page that works without scripts and whose results have a URL. */
export default function SearchPage() {
  const { term, scope, results } = useLoaderData<typeof loader>();
  const { t } = useTranslation('search');
  const text = term.replaceAll('+', ' ');
  return (
    <main id="content" className="band">
      <div className="wide search-page">
        <h1 className="hd d-48">{t('title')}</h1>
        <search>
          <form action={paths.search()} className="search-line">
            <label className="vh" htmlFor="search-words">
              {t('label')}
            </label>
            <span className="input">
              <Search aria-hidden="true" size={20} />
              <input
                id="search-words"
                type="search"
                name="q"
                defaultValue={text}
                maxLength={100}
                placeholder={t('placeholder')}
              />
            </span>
            {scope === 'all' ? null : <input type="hidden" name="scope" value={scope} />}
            <button type="submit" className={buttonClass({ variant: 'primary', size: 'lg' })}>
              {t('button')}
            </button>
          </form>
        </search>
        <nav className="chips" aria-label={t('scopes')}>
          {scopes.map((choice) => (
            <a
              key={choice}
              className="chip"
              href={paths.search(text, choice === 'all' ? undefined : choice)}
              aria-current={choice === scope ? 'true' : undefined}
            >
              {t(`scope.${choice}`)}
            </a>
          ))}
        </nav>
        <Island
          name="own-results"
          component={OwnResults}
          props={{ term, scope, results }}
          when="visible"
          strings={['search']}
          forSessions
        />
      </div>
    </main>
  );
}
