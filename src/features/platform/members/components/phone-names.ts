import type { TFunction } from 'i18next';
import { readLoginName } from '../phones/rules.ts';
import { isEmail } from '../rules.ts';
import { type Problem, problemOf } from './auth-problems.ts';

const keys: Readonly<Record<string, string>> = {
  invalid_credentials: 'credentials',
  phone_exists: 'taken',
  sms_country_off: 'countryOff',
  sms_used_up: 'usedUp',
  over_sms_send_rate_limit: 'wait',
  phone_provider_disabled: 'off',
  validation_failed: 'neither',
};

/** Parses the typed e-mail address or phone number; `problem` is the error message if it is neither. */
export function parseLoginName(
  text: string,
  t: TFunction<'members'>,
): { email: string } | { phone: string } | { problem: string } {
  const name = readLoginName(text);
  return 'problem' in name ? { problem: t(`phones:problem.${name.problem}`) } : name;
}

/** The error message of a typed e-mail address, or where the site has them also of a phone number; undefined without one. */
export function loginNameProblem(text: string, hasPhone: boolean, t: TFunction<'members'>): string | undefined {
  if (!hasPhone) return isEmail(text.trim()) ? undefined : t('problem.email');
  const name = parseLoginName(text, t);
  return 'problem' in name ? name.problem : undefined;
}

/** The same where a link is mailed, which no phone number gets. */
export function linkEmailProblem(text: string, t: TFunction<'members'>): string | undefined {
  return isEmail(text.trim()) ? undefined : t('problem.linkEmail');
}

/** Translates an error of the auth service about a phone number. */
export function phoneProblemOf(error: unknown, t: TFunction<'members'>): Problem {
  const key = keys[(error as { code?: string }).code ?? ''];
  return key ? { text: t(`phones:problem.${key}`) } : problemOf(error, t);
}
