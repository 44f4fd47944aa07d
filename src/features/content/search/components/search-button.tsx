import { Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#paths';
import { SearchModal } from './search-modal.tsx';

/** Search button of the header: links to the search page; with scripts it opens the search modal. */
export function SearchButton() {
  const { t } = useTranslation('search');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <a
        className="btn btn-quiet btn-icon"
        href={paths.search()}
        aria-haspopup="dialog"
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        <Search aria-hidden="true" size={20} />
        <span className="vh">{t('open')}</span>
      </a>
      {isOpen ? <SearchModal onClose={() => setOpen(false)} /> : null}
    </>
  );
}
