import { AuthApiError, AuthRetryableFetchError, AuthWeakPasswordError } from '@supabase/supabase-js';
import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { problemOf } from './auth-problems.ts';

const keys = ((key: string) => key) as unknown as TFunction<'members'>;

test.each([
  ['a wrong password', new AuthApiError('no', 400, 'invalid_credentials'), { text: 'problem.credentials' }],
  ['a taken address', new AuthApiError('no', 422, 'email_exists'), { field: 'email', text: 'problem.emailTaken' }],
  ['an old code', new AuthApiError('no', 403, 'otp_expired'), { field: 'code', text: 'problem.code' }],
  ['too many tries', new AuthApiError('no', 429, undefined), { text: 'problem.tooMany' }],
  [
    'a refusal of its own words',
    new AuthApiError('Signing up is closed.', 403, 'x'),
    { text: 'Signing up is closed.' },
  ],
  [
    'a weak password',
    new AuthWeakPasswordError('no', 422, ['length', 'pwned']),
    { field: 'password', text: 'password.weak.length password.weak.pwned' },
  ],
  ['no network', new AuthRetryableFetchError('no', 0), { text: 'problem.offline' }],
  ['anything else', new TypeError('no'), { text: 'problem.unknown' }],
])('%s of the official client is said in the reader’s words', (_, error, problem) => {
  expect(problemOf(error, keys)).toEqual(problem);
});
