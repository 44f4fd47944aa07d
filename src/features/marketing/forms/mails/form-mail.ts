import { composeMail } from '#base/server/mail.ts';
import { countryName } from '#base/shared/countries.ts';
import { commaList } from '#base/shared/formats.ts';
import { directionOf } from '#base/shared/locales.ts';
import type { Answer } from '../rules.ts';

export type MailedSubmission = { form: string; answers: Answer[]; site_title: string; locale: string };

type Translate = (key: string, values?: Record<string, unknown>) => string;

/** Mail to the managers about a submission; Reply-To is the sender. */
export function formMail({ form, answers, site_title, locale }: MailedSubmission, url: string, t: Translate) {
  const format = ({ type, value, words }: Answer) => {
    if (type === 'consent') return t('answers.agreed');
    if (type === 'country') return countryName(String(value), locale);
    return commaList((words ?? (Array.isArray(value) ? value : [value])).map(String), locale);
  };
  return {
    subject: t('mail.subject', { form }),
    ...composeMail({
      heading: t('mail.subject', { form }),
      paragraphs: answers.filter(({ type }) => type !== 'hidden').map((answer) => `${answer.label}: ${format(answer)}`),
      button: { label: t('mail.button'), url },
      footer: site_title,
      direction: directionOf(locale),
    }),
  };
}
