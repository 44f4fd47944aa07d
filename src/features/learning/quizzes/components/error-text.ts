import { useTranslation } from 'react-i18next';
import { DbError } from '#base/shared/db-client.ts';

const translatedCodes = [
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

const worded = ['invalid', 'own_attempt', 'question_changed', 'category_used', 'bank_too_small', 'regrade_changed'];

/** Translates an error by its code; what tells more than its code keeps the server's sentence. */
export function useErrorText(): (error: unknown) => string {
  const { t } = useTranslation('quizzes');
  return (error) => {
    if (!(error instanceof DbError)) return t('refusal.unknown');
    if (translatedCodes.includes(error.code)) return t(`refusal.${error.code}`);
    return worded.includes(error.code) ? error.message : t('refusal.unknown');
  };
}
