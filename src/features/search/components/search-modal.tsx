import { useQuery } from '@tanstack/react-query';
import { Search, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#base/browser/site.tsx';
import { useWire } from '#base/browser/wire.ts';
import { paths } from '#paths';
import { searchSite } from '../data.ts';
import { type Scope, SEARCH_PAUSE_MS, saysNotFound, scopes, searchTerm } from '../rules.ts';
import { SearchResults } from './search-results.tsx';

/** One text box over everything the site shows, narrowed by chips. */
export function SearchModal({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('search');
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const [scope, setScope] = useState<Scope>('all');
  const term = searchTerm(usePaused(typed, SEARCH_PAUSE_MS));
  const wire = useWire();
  const account = useAccount();
  const search = useQuery({
    queryKey: ['search', account.account_id, term, scope],
    queryFn: () => searchSite(wire, account, term, scope),
    enabled: term !== '' && account.account_id !== '',
    placeholderData: (before) => before,
  });
  useEffect(() => dialog.current?.showModal(), []);
  const close = () => dialog.current?.close();
  const found = term === '' ? [] : (search.data ?? []);
  const isSettled = term !== '' && !search.isFetching;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog by itself; a click beside it does the same
    <dialog
      ref={dialog}
      className="pop search-modal"
      aria-label={t('title')}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && close()}
    >
      <div className="search-room">
        <form action={paths.search()} className="search-box">
          <Search aria-hidden="true" size={20} />
          <label className="vh" htmlFor={id}>
            {t('label')}
          </label>
          <input
            id={id}
            type="search"
            name="q"
            value={typed}
            maxLength={100}
            autoComplete="off"
            placeholder={t('placeholder')}
            onChange={(event) => setTyped(event.target.value)}
          />
          <button type="button" className="btn btn-quiet btn-icon" aria-label={t('close')} onClick={close}>
            <X aria-hidden="true" size={20} />
          </button>
        </form>
        <fieldset className="chips" aria-label={t('scopes')}>
          {scopes.map((choice) => (
            <button
              key={choice}
              type="button"
              className="chip"
              aria-pressed={choice === scope}
              onClick={() => setScope(choice)}
            >
              {t(`scope.${choice}`)}
            </button>
          ))}
        </fieldset>
        <p className="vh" role="status">
          {isSettled && found.length > 0 ? t('found', { count: found.length }) : ''}
        </p>
        {search.isError ? <p className="search-note">{t('failed')}</p> : null}
        {isSettled && !search.isError && saysNotFound(term, found.length) ? (
          <p className="search-note" role="status">
            {t('errors.notFound')}
          </p>
        ) : null}
        <SearchResults found={found} />
      </div>
    </dialog>
  );
}

/** A value once it has rested. */
function usePaused(value: string, pause: number): string {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), pause);
    return () => clearTimeout(timer);
  }, [value, pause]);
  return rested;
}
