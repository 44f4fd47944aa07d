import { useQuery } from '@tanstack/react-query';
import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { searchSite } from '../data.ts';
import { type Scope, SEARCH_PAUSE_MS, scopes, searchTerm, showsNoResults } from '../rules.ts';
import { SearchResults } from './search-results.tsx';

/** Site-wide search with filter chips per kind. */
export function SearchModal({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('search');
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const [scope, setScope] = useState<Scope>('all');
  const term = searchTerm(usePaused(typed, SEARCH_PAUSE_MS));
  const db = useDb();
  const account = useAccount();
  const search = useQuery({
    queryKey: ['search', account.account_id, term, scope],
    queryFn: () => searchSite(db, account, term, scope),
    enabled: term !== '' && account.account_id !== '',
    placeholderData: (previous) => previous,
  });
  useEffect(() => dialog.current?.showModal(), []);
  const close = () => dialog.current?.close();
  const results = term === '' ? [] : (search.data ?? []);
  const isSettled = term !== '' && search.isSuccess && !search.isFetching && !search.isPlaceholderData;
  // Offline, "no results" would be wrong: no request was made.
  const hasFailed = search.isError || search.isPaused;
  return (
    <dialog
      ref={dialog}
      className="pop search-modal"
      aria-label={t('title')}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && close()}
      onKeyDown={moveFocus}
    >
      <div className="search-room">
        <SearchBox typed={typed} onType={setTyped} onClose={close} />
        <ScopeChips scope={scope} onChange={setScope} />
        <p className="vh" role="status">
          {isSettled && results.length > 0 ? t('found', { count: results.length }) : ''}
        </p>
        {hasFailed ? (
          <p className="search-note" role="status">
            {t('failed')}
          </p>
        ) : null}
        {isSettled && showsNoResults(term, results.length) ? (
          <p className="search-note" role="status">
            {t('errors.notFound')}
          </p>
        ) : null}
        <SearchResults results={results} />
      </div>
    </dialog>
  );
}

type SearchBoxProps = { typed: string; onType: (typed: string) => void; onClose: () => void };

function SearchBox({ typed, onType, onClose }: SearchBoxProps) {
  const { t } = useTranslation('search');
  const id = useId();
  return (
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
        onChange={(event) => onType(event.target.value)}
      />
      <button type="button" className="btn btn-quiet btn-icon" aria-label={t('close')} onClick={onClose}>
        <X aria-hidden="true" size={20} />
      </button>
    </form>
  );
}

function ScopeChips({ scope, onChange }: { scope: Scope; onChange: (scope: Scope) => void }) {
  const { t } = useTranslation('search');
  return (
    <fieldset className="chips" aria-label={t('scopes')}>
      {scopes.map((choice) => (
        <button
          key={choice}
          type="button"
          className="chip"
          aria-pressed={choice === scope}
          onClick={() => onChange(choice)}
        >
          {t(`scope.${choice}`)}
        </button>
      ))}
    </fieldset>
  );
}

/** Arrow keys move from the input to the results and back, and along the chips. */
function moveFocus(event: KeyboardEvent<HTMLDialogElement>): void {
  const target = event.target as HTMLElement;
  const isChip = target.classList.contains('chip');
  const steps = isChip
    ? { ArrowRight: isRightToLeft(target) ? -1 : 1, ArrowLeft: isRightToLeft(target) ? 1 : -1 }
    : { ArrowDown: 1, ArrowUp: -1 };
  const step = steps[event.key as keyof typeof steps];
  if (!step) return;
  const all = event.currentTarget.querySelectorAll<HTMLElement>(isChip ? '.chip' : 'input[type="search"], .search-hit');
  const at = [...all].indexOf(target);
  const next = all[at + step];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}

function isRightToLeft(element: HTMLElement): boolean {
  return getComputedStyle(element).direction === 'rtl';
}

/** Debounces a value. */
function usePaused(value: string, pause: number): string {
  const [debounced, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), pause);
    return () => clearTimeout(timer);
  }, [value, pause]);
  return debounced;
}
