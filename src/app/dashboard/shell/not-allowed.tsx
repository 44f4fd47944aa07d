import { useTranslation } from 'react-i18next';
import { ReportProblem } from '#features/platform/tickets/components/report-problem.tsx';
import { paths } from '#paths';
import { PlainLink } from '#ui/buttons/plain-button.tsx';
import { EmptyState } from '#ui/display/states.tsx';

/** Shown to signed-in users who may not open the screen. */
export function NotAllowed() {
  const { t } = useTranslation('dashboard');
  return (
    <main id="content" className="page" data-refused>
      <EmptyState
        isPage
        drawing="house"
        title={t('notAllowed.title')}
        actions={
          <>
            <PlainLink variant="primary" href={paths.dashboard()}>
              {t('backHome')}
            </PlainLink>
            <ReportProblem code="403" />
          </>
        }
      >
        {t('notAllowed.text')}
      </EmptyState>
    </main>
  );
}
