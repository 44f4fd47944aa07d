import type { TFunction } from 'i18next';
import { passwordMinimum, weaknessKeys } from '../rules.ts';

export type Problem = { field?: 'email' | 'password' | 'code'; text: string };

/** The error message of a password that is chosen here; undefined without one. */
export function newPasswordProblem(password: string, t: TFunction<'members'>): string | undefined {
  return password.length >= passwordMinimum ? undefined : t('password.weak.length', { count: passwordMinimum });
}

/** An error of the auth client, recognised by name: importing its classes would bundle the whole client. */
type AuthClientError = { name?: string; code?: string; status?: number; message?: string; reasons?: string[] };

/** Translates an error of the auth service; `field` names the form field it concerns. */
export function problemOf(error: unknown, t: TFunction<'members'>): Problem {
  const { name, code, status, message, reasons } = error as AuthClientError;
  if (name === 'AuthWeakPasswordError') {
    return {
      field: 'password',
      text: weaknessKeys(reasons ?? [])
        .map((key) => t(`password.weak.${key}`, { count: passwordMinimum }))
        .join(' '),
    };
  }
  if (name === 'AuthRetryableFetchError') return { text: t('problem.offline') };
  if (name !== 'AuthApiError') return { text: t('problem.unknown') };
  switch (code) {
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
    case 'reauthentication_not_valid':
      return { field: 'code', text: t('problem.code') };
    case 'user_banned':
      return { text: t('problem.banned') };
    case 'over_request_rate_limit':
    case 'over_email_send_rate_limit':
      return { text: t('problem.tooMany') };
    case 'validation_failed':
      return { field: 'email', text: t('problem.email') };
    default:
      return { text: status === 429 ? t('problem.tooMany') : (message ?? t('problem.unknown')) };
  }
}
