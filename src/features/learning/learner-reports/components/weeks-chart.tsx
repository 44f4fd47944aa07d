import { useTranslation } from 'react-i18next';
import { dateFormat } from '#base/shared/formats.ts';
import { Chart } from '#ui/charts/chart.tsx';
import { useLocale } from '#ui/layout/locale.ts';
import { Card } from '#ui/layout/section.tsx';
import type { LearnerReport } from '../schema.ts';

/** The lessons finished in each of the last eight weeks. */
export function WeeksChart({ weeks }: Pick<LearnerReport, 'weeks'>) {
  const { t } = useTranslation('learner-reports');
  const { locale } = useLocale();
  // A date without a time: its zone is the one it is written in.
  const day = dateFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  return (
    <Card title={t('weeks')}>
      <Chart
        label={t('weeks')}
        kind="bar"
        height={36}
        points={weeks.map(({ week, lessons }) => ({ label: day.format(new Date(week)), value: lessons }))}
      />
    </Card>
  );
}
