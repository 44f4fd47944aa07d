import { useTranslation } from 'react-i18next';
import { useCan } from '#base/browser/member.ts';
import { dateFormat, numberFormat } from '#base/shared/formats.ts';
import { formatMoney } from '#base/shared/money.ts';
import { useLocale } from '#ui/layout/locale.ts';
import type { Frame, Row } from '../data.ts';
import { clockOf, type ListName, listNeeds, type ReportName, reportNeeds } from '../rules.ts';
import type { NumberShape, TableShape } from './report-shape.ts';

export type Form = NumberShape['form'];

/** Formatters for a report's numbers, days and names in the reader's locale. */
export function useReportFormat() {
  const { t } = useTranslation('reports');
  const { t: tMember } = useTranslation('members');
  const { locale } = useLocale();
  const number = numberFormat(locale, { maximumFractionDigits: 1 });
  const share = numberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const date = (day: string) => new Date(`${day.slice(0, 10)}T00:00:00Z`);
  const inUtc = (options: Intl.DateTimeFormatOptions) => dateFormat(locale, { ...options, timeZone: 'UTC' });

  function format(value: number, form: Form, currency: string): string {
    if (form === 'money') return formatMoney(Math.round(value), currency, locale);
    if (form === 'share') return share.format(value);
    if (form === 'percent') return share.format(value / 100);
    if (form === 'time') return clockOf(value);
    return number.format(value);
  }
  /** Localized name of a language or region code; an unknown code is returned as it is. */
  function displayName(type: 'language' | 'region', code: string): string {
    if (!code) return t('value.unknown');
    try {
      return new Intl.DisplayNames(locale, { type }).of(code) ?? code;
    } catch {
      return code;
    }
  }
  function nameOf(names: TableShape['names'], row: Pick<Row, 'name' | 'kind'>): string {
    if (names === 'source') return row.name || t('value.direct');
    if (names === 'device') return t(`value.${row.name}`, { defaultValue: row.name });
    if (names === 'reason') return t(`reason.${row.name}`, { defaultValue: row.name });
    if (names === 'language') return displayName('language', row.name);
    if (names === 'country') return displayName('region', row.name);
    if (names === 'role') return row.kind ? tMember(`role.${row.kind}`) : row.name;
    return row.name;
  }
  const days = ({ first, last }: { first: string; last: string }) =>
    inUtc({ dateStyle: 'medium' }).formatRange(date(first), date(last));
  const formatSlot = (frame: Pick<Frame, 'unit'>, day: string) =>
    inUtc(
      frame.unit === 'month'
        ? { month: 'short', year: 'numeric' }
        : { day: 'numeric', month: 'short', year: '2-digit' },
    ).format(date(day));
  const formatSlotShort = (frame: Pick<Frame, 'unit'>, day: string) =>
    inUtc(frame.unit === 'month' ? { month: 'short', year: 'numeric' } : { day: 'numeric', month: 'short' }).format(
      date(day),
    );
  return {
    format,
    formatAmount: (minor: number, currency: string) => formatMoney(minor, currency, locale),
    nameOf,
    days,
    formatSlot,
    formatSlotShort,
    locale,
  };
}

type Right = (typeof listNeeds)[ListName][number] | (typeof reportNeeds)[ReportName][number];

function useRights(): (needs: readonly Right[]) => boolean {
  const rights: Record<Right, boolean> = {
    manage_options: useCan('manage_options'),
    manage_stats: useCan('manage_stats'),
    manage_shop: useCan('manage_shop'),
    manage_members: useCan('manage_members'),
    manage_students: useCan('manage_students'),
  };
  return (needs) => needs.some((right) => rights[right]);
}

/** Which rows the reader's role shows: those it shows in their own lists. */
export function useListRights(): (list: ListName) => boolean {
  const mayAny = useRights();
  return (list) => mayAny(listNeeds[list]);
}

/** Which reports the reader's role includes. */
export function useReportRights(): (report: ReportName) => boolean {
  const mayAny = useRights();
  return (report) => mayAny(reportNeeds[report]);
}
