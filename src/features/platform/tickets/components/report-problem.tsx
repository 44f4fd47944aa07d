import { Flag } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '#paths';
import { PlainLink } from '#ui/buttons/plain-button.tsx';

/** On an error screen: a link to a new ticket that already has the URL and the error. */
export function ReportProblem({ code }: { code: '403' | '404' | '500' }) {
  const { t } = useTranslation('tickets');
  const page = typeof location === 'undefined' ? undefined : location.pathname + location.search;
  return (
    <PlainLink icon={Flag} href={paths.newTicket({ category: 'bug', page, code })}>
      {t('report.button')}
    </PlainLink>
  );
}
