import { useTranslation } from 'react-i18next';
import { data } from 'react-router';
import { useScreenName } from '#base/browser/screen-name.ts';
import { ReportProblem } from '#features/platform/tickets/components/report-problem.tsx';
import { paths } from '#paths';
import { PlainLink } from '#ui/buttons/plain-button.tsx';
import { EmptyState } from '#ui/display/states.tsx';

/** Sets the status 404. */
export function loader() {
  return data(null, { status: 404 });
}

export function NotFound() {
  const { t } = useTranslation('dashboard');
  useScreenName(t('notFound.title'));
  return (
    <main id="content" className="page">
      <EmptyState
        isPage
        drawing="search"
        title={t('notFound.title')}
        actions={
          <>
            <PlainLink variant="primary" href={paths.dashboard()}>
              {t('backHome')}
            </PlainLink>
            <ReportProblem code="404" />
          </>
        }
      >
        {t('notFound.text')}
      </EmptyState>
    </main>
  );
}

export default NotFound;
