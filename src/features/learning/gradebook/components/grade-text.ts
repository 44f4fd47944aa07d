import { useTranslation } from 'react-i18next';
import { numberFormat } from '#base/shared/formats.ts';
import { useLocale } from '#ui/layout/locale.ts';
import type { CellState, Total } from '../schema.ts';

/** Writes points, percents and letters as the reader does. */
export function useGradeTexts() {
  const { t } = useTranslation('gradebook');
  const { locale } = useLocale();
  const points = (value: number) => numberFormat(locale, { maximumFractionDigits: 2 }).format(value);
  const percent = (value: number) =>
    numberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(value / 100);
  return {
    points,
    percent,
    /** The short text of a cell. */
    cell: ({ points: value, state }: { points?: number | null; state: CellState }) =>
      value === undefined || value === null ? t(`short.${state}`) : points(value),
    total: ({ percent: value, letter }: Pick<Total, 'percent' | 'letter'>) =>
      value === null ? t('noGrade') : letter ? `${percent(value)} · ${letter}` : percent(value),
  };
}
