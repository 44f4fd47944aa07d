import { expect, test } from 'vitest';
import { readEnvironment } from '#base/server/environment.ts';
import { canSendTexts } from './text-messages.ts';

const twilio = {
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'a token of sixteen',
  TWILIO_FROM: '+15005550006',
};
const hosted = {
  BACKEND_URL: 'https://b.test',
  BACKEND_ANON_KEY: 'a',
  BACKEND_SERVICE_KEY: 's',
  DATABASE_URL: 'postgres://b/b',
};

test.each<[string, Record<string, string>, boolean]>([
  ['on a machine of development, where texts are read in the outbox', {}, true],
  ['in production with a provider', { NODE_ENV: 'production', ...twilio }, true],
  ['in production without one', { NODE_ENV: 'production' }, false],
  ['over a hosted backend, which sends its own', hosted, false],
])('phone numbers may be offered: %s', (_, variables, may) => {
  expect(canSendTexts(readEnvironment(variables))).toBe(may);
});

test.each<[string, Record<string, string>, RegExp]>([
  ['a provider without its token', { ...twilio, TWILIO_AUTH_TOKEN: '' }, /go together/],
  ['a provider beside a hosted backend', { ...twilio, ...hosted }, /exclude each other/],
  ['an account that is none', { ...twilio, TWILIO_ACCOUNT_SID: 'AC12' }, /TWILIO_ACCOUNT_SID/],
  ['a sender that is none', { ...twilio, TWILIO_FROM: '0151 2345' }, /TWILIO_FROM/],
  ['a country by its name', { SMS_COUNTRIES: '49,France' }, /SMS_COUNTRIES/],
])('ends the start with a sentence: %s', (_, variables, sentence) => {
  expect(() => readEnvironment(variables)).toThrow(sentence);
});

test('countries are named by their calling codes, with a plus or without', () => {
  expect(readEnvironment({ SMS_COUNTRIES: '49, +43' }).SMS_COUNTRIES).toEqual(['49', '43']);
});
