import { composeMail } from '#base/server/mail.ts';
import { directionOf } from '#base/shared/locales.ts';
import { formatMoney } from '#base/shared/money.ts';

export const affiliateMailKinds = ['approved', 'earned', 'paid'] as const;
export type AffiliateMailKind = (typeof affiliateMailKinds)[number];

export type MailedAffiliate = {
  name: string;
  programme: string;
  site_title: string;
  /** Of the commission or the payout the mail is about. */
  amount: number | null;
  currency: string | null;
  locale: string;
};

type Translate = (key: string, values?: Record<string, unknown>) => string;

/** The mail to an affiliate who may earn from now on, earned for the first time, or was paid. */
export function affiliateMail(
  kind: AffiliateMailKind,
  affiliate: MailedAffiliate,
  urls: { link: string; screen: string },
  t: Translate,
) {
  const { name, programme, site_title: site, amount, currency, locale } = affiliate;
  const values = { site, programme, amount: amount !== null && currency ? formatMoney(amount, currency, locale) : '' };
  const subject = t(`mails.${kind}.subject`, values);
  return {
    subject,
    ...composeMail({
      heading: subject,
      paragraphs: [
        t('mails.greeting', { name }),
        t(`mails.${kind}.text`, values),
        ...(kind === 'approved' ? [urls.link] : []),
      ],
      button: { label: t('mails.button'), url: urls.screen },
      footer: site,
      direction: directionOf(locale),
    }),
  };
}
