import { composeMail } from '#base/server/mail.ts';
import { directionOf } from '#base/shared/locales.ts';

export type DisabledWebhook = {
  address: string;
  reason: string | null;
  site_title: string;
  locale: string;
  url: string;
};

/** Mail to the managers of an account: a webhook was disabled, why, and where to enable it again. */
export function webhookMail(webhook: DisabledWebhook, t: (key: string, values?: Record<string, unknown>) => string) {
  const values = { site: webhook.site_title, address: webhook.address };
  const subject = t('mail.disabled.subject', values);
  return {
    subject,
    ...composeMail({
      heading: subject,
      paragraphs: [
        t(`mail.disabled.${webhook.reason === 'gone' ? 'gone' : 'failing'}`, values),
        t('mail.disabled.next', values),
      ],
      button: { label: t('mail.disabled.button'), url: webhook.url },
      footer: webhook.site_title,
      direction: directionOf(webhook.locale),
    }),
  };
}
