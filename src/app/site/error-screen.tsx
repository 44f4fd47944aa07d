import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { paths } from '#paths';
import { buttonClass } from '#ui/buttons/button-class.ts';

/** A missing page or an error: what happened, and where to go on. */
export function ErrorScreen({ status, title, text }: { status: number; title: string; text: string }) {
  const { t } = useTranslation('site');
  const page = useLocation().pathname;
  return (
    <main id="content" className="band">
      <title>{title}</title>
      <div className="wide">
        <p className="lead">{status}</p>
        <h1 className="hd d-48">{title}</h1>
        <p className="lead">{text}</p>
        <search>
          <form action={paths.search()} className="search-line">
            <label htmlFor="missing-search">{t('notFound.search')}</label>
            <input id="missing-search" className="input" type="search" name="q" maxLength={100} />
            <button type="submit" className={buttonClass({ variant: 'primary', size: 'lg' })}>
              {t('notFound.searchButton')}
            </button>
          </form>
        </search>
        <p className="row flex-wrap">
          <a className="link" href={paths.home()}>
            {t('notFound.home')}
          </a>
          <a className="link" href={paths.newTicket({ category: 'bug', page, code: status === 404 ? '404' : '500' })}>
            {t('notFound.report')}
          </a>
        </p>
      </div>
    </main>
  );
}
