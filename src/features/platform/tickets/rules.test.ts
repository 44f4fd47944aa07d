import { describe, expect, test } from 'vitest';
import {
  addressIn,
  clockOf,
  fillPlaceholders,
  isAutomatic,
  newTextOf,
  nextStatuses,
  REPLY_LINE,
  type SiteFacts,
  siteChecks,
  statusTones,
} from './rules.ts';
import { categories, statuses } from './schema.ts';

test('the categories and states are those of the specification, each state with its colour', () => {
  expect(categories).toEqual(['siteDown', 'setup', 'issue', 'bug', 'feature']);
  expect(statuses.map((status) => [status, statusTones[status]])).toEqual([
    ['unresolved', 'warning'],
    ['awaited', 'info'],
    ['resolved', 'success'],
  ]);
});

test.each([
  ['unresolved', true, ['awaited', 'resolved']],
  ['awaited', true, ['unresolved', 'resolved']],
  ['resolved', true, ['unresolved', 'awaited']],
  ['unresolved', false, ['resolved']],
  ['awaited', false, ['resolved']],
  ['resolved', false, ['unresolved']],
] as const)('a %s ticket, for those who answer: %s, becomes %j', (status, isStaff, next) => {
  expect(nextStatuses(status, isStaff)).toEqual(next);
});

const now = new Date('2026-03-10T12:00:00Z');

test.each([
  ['running for half an hour', 0, '2026-03-10T11:30:00Z', { left: 1800, isRunning: true, isLate: false }],
  ['running, with time from before', 3000, '2026-03-10T11:30:00Z', { left: -1200, isRunning: true, isLate: true }],
  ['standing', 3000, null, { left: 600, isRunning: false, isLate: false }],
  ['standing too late', 4000, null, { left: -400, isRunning: false, isLate: true }],
  ['begun on a clock ahead of ours', 0, '2026-03-10T12:00:05Z', { left: 3600, isRunning: true, isLate: false }],
])('a clock %s', (_, clock_seconds, clock_since, expected) => {
  expect(clockOf({ target_seconds: 3600, clock_seconds, clock_since }, now)).toEqual(expected);
});

test('a reply kept ready names whom it goes to, and leaves what it does not know', () => {
  expect(fillPlaceholders('Hello {{name}}, #{{ number }} {{price}}', { name: 'Amara', number: '7' })).toBe(
    'Hello Amara, #7 {{price}}',
  );
});

test.each([
  ['above our line', `It works.\n\n${REPLY_LINE} Write above ${REPLY_LINE}\nHello`, 'It works.'],
  ['above a quote', 'It works.\n\nOn Tue, 10 Mar 2026 at 11:02, Lumen <x@y.test> wrote:\n> Hello', 'It works.'],
  ['above a quote without an opening', 'Yes\n> Does it work?\n> Really?', 'Yes'],
  ['above an old header', 'Yes\r\n-----Original Message-----\r\nFrom: x', 'Yes'],
  ['in German', 'Ja\nAm 10.03.2026 um 11:02 schrieb Lumen Academy:\n> Hallo', 'Ja'],
  ['above a signature', 'Yes\n-- \nAmara Okafor', 'Yes'],
  ['all of it', 'On Tuesday I wrote to you.\nIt is solved.', 'On Tuesday I wrote to you.\nIt is solved.'],
  ['nothing', '> Does it work?', ''],
])('what was written stands %s', (_, mail, written) => {
  expect(newTextOf(mail)).toBe(written);
});

test.each([
  ['Amara Okafor <Amara@School.test>', 'amara@school.test'],
  ['amara@school.test', 'amara@school.test'],
  ['"Owner <owner@demo.test>" <thief@else.test>', null],
  ['owner@demo.test, thief@else.test', null],
  ['nobody', null],
  ['Amara <amara>', null],
])('the address in %s', (header, address) => {
  expect(addressIn(header)).toBe(address);
});

test.each([
  [undefined, false],
  ['no', false],
  ['No ', false],
  ['auto-replied', true],
  ['auto-generated', true],
])('a mail that says %s of itself is automatic: %s', (auto_submitted, is) => {
  expect(isAutomatic({ auto_submitted })).toBe(is);
});

const healthy: SiteFacts = {
  host: 'school.test',
  platform: ['198.51.100.7'],
  dns: { addresses: ['198.51.100.7'] },
  tls: { validTo: '2026-06-01T00:00:00Z', isTrusted: true, reason: '' },
  account: { status: 'active' },
  meters: [{ meter: 'storage', used: 10, limit: 100 }],
};
const meter = (used: number, limit: number | null) => ({ meters: [{ meter: 'storage', used, limit }] });
const plan = (used: number, limit: number) => ({
  meters: [
    { meter: 'storage', used: 1, limit: 100 },
    { meter: 'emails', used, limit },
  ],
});

test.each<[string, Partial<SiteFacts>, string[]]>([
  ['all is well', {}, ['account ok active', 'dns ok found', 'tls ok valid', 'quota ok within']],
  ['the account is suspended', { account: { status: 'suspended' } }, ['account failed suspended']],
  ['the name has no address', { dns: { problem: 'ENOTFOUND' } }, ['dns failed noAddress']],
  ['no resolver answers', { dns: { problem: 'ETIMEOUT' } }, ['dns failed noAnswer']],
  ['the name leads elsewhere', { dns: { addresses: ['203.0.113.9'] } }, ['dns failed elsewhere']],
  ['where the platform is has no name', { platform: [], dns: { addresses: ['203.0.113.9'] } }, ['dns ok found']],
  ['a name of this machine', { dns: null, tls: null }, ['dns skipped local', 'tls skipped notAsked']],
  ['nobody listens', { tls: { problem: 'ECONNREFUSED' } }, ['tls failed noConnection']],
  [
    'the certificate is over',
    { tls: { validTo: '2026-03-09T00:00:00Z', isTrusted: false, reason: 'CERT_HAS_EXPIRED' } },
    ['tls failed expired'],
  ],
  [
    'the certificate ends in 13 days',
    { tls: { validTo: '2026-03-23T13:00:00Z', isTrusted: true, reason: '' } },
    ['tls warning expiresSoon'],
  ],
  [
    'the certificate ends in 14 days',
    { tls: { validTo: '2026-03-24T12:00:00Z', isTrusted: true, reason: '' } },
    ['tls ok valid'],
  ],
  [
    'nobody trusts the certificate',
    { tls: { validTo: '2026-06-01T00:00:00Z', isTrusted: false, reason: 'DEPTH_ZERO_SELF_SIGNED_CERT' } },
    ['tls failed untrusted'],
  ],
  ['a limit is reached', meter(100, 100), ['quota failed used']],
  ['a limit is near', meter(80, 100), ['quota warning nearly']],
  ['a limit is not near', meter(79, 100), ['quota ok within']],
  ['there is no limit', meter(79, null), ['quota ok unlimited']],
  ['another limit of the plan is reached', plan(50, 50), ['limit failed used']],
  ['another limit of the plan is near', plan(40, 50), ['limit warning nearly']],
  ['another limit of the plan is far', plan(39, 50), ['quota ok within']],
])('%s', (_, facts, expected) => {
  const results = siteChecks({ ...healthy, ...facts }, now).map(({ id, state, code }) => `${id} ${state} ${code}`);
  expect(results).toEqual(expect.arrayContaining(expected));
  const unexpected = results.filter((line) => !expected.includes(line));
  expect(unexpected.every((line) => / (?:ok|skipped) /.test(line))).toBe(true);
});

describe('a finding', () => {
  test('contains the facts', () => {
    const [, dns] = siteChecks({ ...healthy, dns: { addresses: ['203.0.113.9'] } }, now);
    expect(dns?.values).toEqual({ host: 'school.test', addresses: '203.0.113.9', expected: '198.51.100.7' });
  });
});
