import { expect, test } from 'vitest';
import { addressProblem, eventGroups, eventTypes, plainAddress } from './rules.ts';

test.each([
  ['https://example.org/hooks', null],
  ['  https://example.org:8443/a?b=c  ', null],
  ['http://127.0.0.1:4000/in', null],
  ['http://localhost/in', null],
  ['', 'empty'],
  ['example.org/hooks', 'notAnAddress'],
  ['http://example.org/', 'notHttps'],
  ['ftp://example.org/', 'notHttps'],
  ['javascript:alert(1)', 'notAnAddress'],
  ['https://me:secret@example.org/', 'person'],
  ['https://example.org/a b', 'notAnAddress'],
  ['https://example.org/#there', 'notAnAddress'],
  [`https://example.org/${'a'.repeat(500)}`, 'tooLong'],
])('the address "%s": %s', (typed, problem) => {
  expect(addressProblem(typed)).toBe(problem);
});

test('a bare origin is stored with its path', () => {
  expect(plainAddress(' https://Example.org ')).toBe('https://example.org/');
});

test('every event stands under its noun, once', () => {
  expect(eventGroups.flatMap(({ types }) => types)).toEqual([...eventTypes]);
});
