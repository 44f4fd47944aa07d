import { AuthApiError, AuthWeakPasswordError, isAuthRetryableFetchError } from '@supabase/supabase-js';
import type { TFunction } from 'i18next';
import { passwordMinimum, weaknessKeys } from '../rules.ts';

export type Problem = { field?: 'email' | 'password' | 'code'; text: string };

/** What the auth service refused, in the reader's words, and the field it concerns. */
export function problemOf(error: unknown, t: TFunction<'members'>): Problem {
  if (error instanceof AuthWeakPasswordError) {
    const reasons = weaknessKeys(error.reasons);
    return {
      field: 'password',
      text: reasons.map((key) => t(`password.weak.${key}`, { count: passwordMinimum })).join(' '),
    };
  }
  if (isAuthRetryableFetchError(error)) return { text: t('problem.offline') };
  if (!(error instanceof AuthApiError)) return { text: t('problem.unknown') };
  switch (error.code) {
    case 'invalid_credentials':
      return { text: t('problem.credentials') };
    case 'user_already_exists':
    case 'email_exists':
      return { field: 'email', text: t('problem.emailTaken') };
    case 'email_address_invalid':
      return { field: 'email', text: t('problem.email') };
    case 'same_password':
      return { field: 'password', text: t('problem.samePassword') };
    case 'otp_expired':
      return { field: 'code', text: t('problem.code') };
    case 'user_banned':
      return { text: t('problem.banned') };
    case 'over_request_rate_limit':
    case 'over_email_send_rate_limit':
      return { text: t('problem.tooMany') };
    case 'validation_failed':
      return { field: 'email', text: t('problem.email') };
    default:
      return { text: error.status === 429 ? t('problem.tooMany') : error.message };
  }
}
