import { expect, test } from 'vitest';
import { eventCatalogue, offeredTypes } from '#tests/events.ts';
import { eventGroups, normalizeUrl, urlProblem } from './rules.ts';

test.each([
  ['https://example.org/hooks', null],
  ['  https://example.org:8443/a?b=c  ', null],
  ['http://127.0.0.1:4000/in', null],
  ['http://localhost/in', null],
  ['https://127.0.0.1', 'private'],
  ['https://localhost/in', 'private'],
  ['https://here.localhost/in', 'private'],
  ['https://[::1]/in', 'private'],
  ['https://[fd00::1]/in', 'private'],
  ['https://[::ffff:10.0.0.1]/in', 'private'],
  ['https://[2001:db8::1]/in', 'private'],
  ['https://10.1.2.3:8443/in', 'private'],
  ['https://172.31.255.255/in', 'private'],
  ['https://192.168.1.1/in', 'private'],
  ['https://169.254.169.254/latest', 'private'],
  ['https://2130706433/in', 'private'],
  ['https://0x7f.1/in', 'private'],
  ['https://printer.local/in', 'private'],
  ['https://printer.LOCAL./in', 'private'],
  ['https://172.32.0.1/in', null],
  ['https://93.184.215.14/in', null],
  ['https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/in', null],
  ['https://local.example.org/in', null],
  ['https://10.example.org/in', null],
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
  expect(urlProblem(typed)).toBe(problem);
});

test('a bare origin is stored with its path', () => {
  expect(normalizeUrl(' https://Example.org ')).toBe('https://example.org/');
});

test('every event belongs to exactly one group', () => {
  const groups = eventGroups(eventCatalogue);
  expect(groups.flatMap(({ types }) => types).sort()).toEqual(offeredTypes.toSorted());
  expect(new Set(groups.map(({ noun }) => noun)).size).toBe(groups.length);
});
