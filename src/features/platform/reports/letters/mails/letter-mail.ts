import { composeMail } from '#base/server/mail.ts';
import { dateFormat, numberFormat } from '#base/shared/formats.ts';
import { directionOf } from '#base/shared/locales.ts';
import { formatMoney } from '#base/shared/money.ts';
import { type Compared, changeOf, type ReportName } from '../../rules.ts';

export type ReportMail = {
  report: ReportName;
  rhythm: 'weekly' | 'monthly';
  first: string;
  last: string;
  name: string;
  site_title: string;
  locale: string;
  frame: { currency: string };
  numbers: Record<string, Compared>;
};

const money = new Set(['revenue', 'discount', 'tax', 'refunded', 'coupon_discount']);
/** Metrics shown only as averages on screen, so left out of the mail. */
const hidden = new Set(['bounces', 'seconds', 'passed', 'tax']);

/** Mail of a scheduled report: one line for each metric of the week or month, with its previous value. */
export function reportMail(
  report: ReportMail,
  urls: { report: string; settings: string },
  t: (key: string, values?: Record<string, unknown>) => string,
) {
  const { locale, frame, numbers } = report;
  const day = dateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const title = t(`tabs.${report.report}`);
  const days = day.formatRange(new Date(report.first), new Date(report.last));
  const share = numberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  });
  const format = (key: string, value: number) =>
    money.has(key) ? formatMoney(value, frame.currency, locale) : numberFormat(locale).format(value);
  const lines = Object.entries(numbers)
    .filter(([key, number]) => !hidden.has(key) && number.now !== null)
    .map(([key, number]) => {
      const change = changeOf(number);
      const params = { name: t(`number.${key}`), value: format(key, number.now) };
      return change === undefined
        ? t('mail.line', params)
        : t('mail.lineChanged', { ...params, change: share.format(change), past: format(key, number.past ?? 0) });
    });
  const subject = t(`mail.subject.${report.rhythm}`, { site: report.site_title, report: title, days });
  return {
    subject,
    ...composeMail({
      heading: t('mail.heading', { report: title, days }),
      paragraphs: [t('mail.greeting', { name: report.name }), ...lines],
      button: { label: t('mail.button'), url: urls.report },
      footer: t('mail.footer', { site: report.site_title, url: urls.settings }),
      direction: directionOf(locale),
    }),
  };
}
