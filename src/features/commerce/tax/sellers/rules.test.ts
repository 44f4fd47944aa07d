import { describe, expect, test } from 'vitest';
import { mayBeNumberOf, missingDetails, registrationsOf, sellerOf, type TaxAnswers } from './rules.ts';

const answers: TaxAnswers = {
  country: 'DE',
  region: '',
  isRegistered: true,
  number: ' DE136695976 ',
  includesTax: true,
  eu: 'below',
};
const german = { country: 'DE', region: '', scheme: 'local', number: 'DE136695976' };

describe('what follows from the answers of the guide', () => {
  test.each([
    ['a seller below the threshold', {}, true, [german]],
    [
      'one with the one-stop shop',
      { eu: 'one_stop_shop' },
      true,
      [german, { ...german, scheme: 'one_stop_shop', number: '' }],
    ],
    ['one above the threshold', { eu: 'above' }, true, [german]],
    ['one who is registered nowhere', { isRegistered: false }, true, []],
    [
      'one in a state of the US',
      { country: 'US', region: 'NY', number: '' },
      false,
      [{ country: 'US', region: 'NY', scheme: 'local', number: '' }],
    ],
    [
      'one in Canada, in the whole country',
      { country: 'CA', region: 'ON', number: '1' },
      false,
      [{ country: 'CA', region: '', scheme: 'local', number: '1' }],
    ],
  ] as const)('%s is registered there', (_title, changes, isInEu, registrations) => {
    expect(registrationsOf({ ...answers, ...changes }, isInEu)).toEqual(registrations);
  });

  test.each([
    [{}, { collects_tax: true, prices_include_tax: true, is_below_eu_threshold: true, vat_number: 'DE136695976' }],
    [{ eu: 'above' }, { collects_tax: true, is_below_eu_threshold: false }],
    [{ isRegistered: false }, { collects_tax: false, vat_number: undefined }],
    [{ includesTax: false }, { prices_include_tax: false }],
    [
      { country: 'US', region: 'NY', number: '12-3' },
      { country: 'US', region: 'NY', vat_number: undefined },
    ],
  ] as const)('%o is saved as %o', (changes, seller) => {
    const saved = sellerOf({ ...answers, ...changes }, !('country' in changes));
    for (const [name, value] of Object.entries(seller)) expect(saved[name as keyof typeof saved]).toBe(value);
  });
});

test.each([
  ['DE136695976', 'DE', true],
  ['DE136695977', 'DE', false],
  ['FR40303265045', 'DE', false],
  ['', 'DE', true],
  ['anything', 'US', true],
])('%s may be a number of %s: %s', (number, country, may) => expect(mayBeNumberOf(number, country)).toBe(may));

test('an invoice needs a name, an address and one of two numbers', () => {
  expect(missingDetails(null)).toEqual(['legal_name', 'street', 'postcode', 'city', 'country', 'vat_number']);
  const whole = { legal_name: 'A', street: 'B', postcode: 'C', city: 'D', country: 'DE' };
  expect(missingDetails({ ...whole, registration_number: '1' })).toEqual([]);
  expect(missingDetails({ ...whole, city: ' ', vat_number: 'X' })).toEqual(['city']);
});
