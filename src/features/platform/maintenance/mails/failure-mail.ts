import { composeMail } from '#base/server/mail.ts';

type Translate = (key: string, values?: Record<string, unknown>) => string;

/** Mail to the administrators: a schedule has started to fail. */
export function failureMail(run: { name: string; error: string }, url: string, t: Translate) {
  return {
    subject: t('mail.subject', { name: run.name }),
    ...composeMail({
      heading: t('mail.heading', { name: run.name }),
      paragraphs: [run.error, t('mail.text')],
      button: { label: t('mail.button'), url },
      footer: t('mail.footer'),
    }),
  };
}
