import { composeMail } from '#base/server/mail.ts';
import { dateFormat } from '#base/shared/formats.ts';
import { directionOf } from '#base/shared/locales.ts';
import { formatMoney } from '#base/shared/money.ts';

export const mailKinds = [
  'invoice',
  'reminder',
  'paid',
  'cancelled',
  'resumed',
  'ended',
  'completed',
  'exhausted',
] as const;
export type MailKind = (typeof mailKinds)[number];

export type MailFields = {
  number?: string;
  amount?: number;
  currency?: string;
  due?: string;
  until?: string | null;
  step?: number;
};

type Translate = (key: string, values?: Record<string, unknown>) => string;

/** Mail to an owner about a billing event: what happened, and what it means for the site. */
export function billingMail(
  kind: MailKind,
  fields: MailFields,
  site: string,
  url: string,
  locale: string,
  t: Translate,
) {
  const day = (iso: string | null | undefined) =>
    iso ? dateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso)) : '';
  const amount =
    fields.amount !== undefined && fields.currency ? formatMoney(fields.amount, fields.currency, locale) : '';
  const values = { site, number: fields.number ?? '', amount, due: day(fields.due), until: day(fields.until) };
  const isLast = kind === 'reminder' && fields.until;
  const subject = t(`mail.${kind}.subject`, values);
  return {
    subject,
    ...composeMail({
      heading: subject,
      paragraphs: [t(`mail.${kind}.text`, values), ...(isLast ? [t('mail.reminder.until', values)] : [])],
      button: { label: t('mail.button'), url },
      footer: 'Stoa',
      direction: directionOf(locale),
    }),
  };
}
