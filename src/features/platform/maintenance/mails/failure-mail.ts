import { composeMail } from '#base/server/mail.ts';

type Translate = (key: string, values?: Record<string, unknown>) => string;

/** Tells those who run the platform that a job of the clock has begun to fail. */
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
