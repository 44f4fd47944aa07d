import { Flag } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '#paths';
import { LinkButton } from '#ui/buttons/button.tsx';

/** On a screen that could not be shown: leads to a ticket that already carries where it happened and what failed. */
export function ReportProblem({ code }: { code: '403' | '404' | '500' }) {
  const { t } = useTranslation('tickets');
  const page = typeof location === 'undefined' ? undefined : location.pathname + location.search;
  return (
    <LinkButton icon={Flag} href={paths.newTicket({ category: 'bug', page, code })}>
      {t('report.button')}
    </LinkButton>
  );
}
