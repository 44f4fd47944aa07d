import { useTranslation } from 'react-i18next';
import { DbError } from '#base/shared/db-client.ts';

const known = [
  'no_attempts_left',
  'quiz_empty',
  'quiz_changed',
  'attempt_closed',
  'attempt_overdue',
  'not_enrolled',
  'not_found',
  'not_authenticated',
  'forbidden',
];

/** What went wrong as a sentence in the reader's language; the server's own where there is none of ours. */
export function useRefusal(): (error: unknown) => string {
  const { t } = useTranslation('quizzes');
  return (error) => {
    if (!(error instanceof DbError)) return t('refusal.unknown');
    if (known.includes(error.code)) return t(`refusal.${error.code}`);
    return error.code === 'invalid' ? error.message : t('refusal.unknown');
  };
}
