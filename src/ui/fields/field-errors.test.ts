import { describe, expect, test } from 'vitest';
import { DbError, dbErrorOf, UNIQUE_VIOLATION } from '#base/shared/db-client.ts';
import { AppError } from '#base/shared/errors.ts';
import { type FieldsByCode, fieldErrorsOf } from './field-errors.ts';

const form = { name: '', email: '', city: '' };
const byCode: FieldsByCode<keyof typeof form> = {
  name_reserved: 'name',
  [UNIQUE_VIOLATION]: ['name', 'This name is taken.'],
};
const invalid = (fields: Record<string, string>) => new AppError(422, 'invalid', 'Something is wrong.', { fields });

describe('an error of a write belongs to a field', () => {
  test.each([
    [
      'by its code, with its own message',
      new DbError('This name is reserved.', 'name_reserved'),
      { name: 'This name is reserved.' },
    ],
    [
      'by its code, with the text of the form',
      new DbError('duplicate key …', UNIQUE_VIOLATION),
      { name: 'This name is taken.' },
    ],
    [
      'by the name the server gives',
      invalid({ email: 'This is not a valid e-mail address.' }),
      { email: 'This is not a valid e-mail address.' },
    ],
    [
      'by the end of a nested name',
      invalid({ 'billing_address.city': 'This field is required.' }),
      { city: 'This field is required.' },
    ],
    [
      'by each of several names',
      invalid({ name: 'Too long.', city: 'Missing.' }),
      { name: 'Too long.', city: 'Missing.' },
    ],
  ])('%s', (_how, error, expected) => expect(fieldErrorsOf(error, form, byCode)).toEqual(expected));

  test.each([
    ['another code', new DbError('Not yours.', 'forbidden')],
    ['a field this form lacks', invalid({ country: 'This field is required.' })],
    ['no code at all', new Error('Broken.')],
    ['a name every object has', new DbError('Broken.', 'constructor')],
    ['a field every object has', invalid({ toString: 'Broken.' })],
    ['messages that are no texts', Object.assign(new Error('Broken.'), { fields: { name: 1 } })],
    ['no messages by field', Object.assign(new Error('Broken.'), { fields: null })],
  ])('but not with %s', (_what, error) => expect(fieldErrorsOf(error, form, byCode)).toEqual({}));
});

test.each([
  [{ message: 'Taken.', code: 'P0001', details: 'slug_taken' }, 'slug_taken'],
  [{ message: 'duplicate key …', code: '23505', details: 'Key (name)=(a) already exists.' }, UNIQUE_VIOLATION],
  // The data service sends null where a message would tell of rows the caller may not read.
  [{ message: 'duplicate key …', code: '23505', details: null }, UNIQUE_VIOLATION],
  [{ message: 'permission denied', code: '42501' }, '42501'],
  [{ message: 'fetch failed' }, 'unknown'],
])('the code of %j is %s', (error, code) => expect(dbErrorOf(error).code).toBe(code));
