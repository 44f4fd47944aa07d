import { describe, expect, test } from 'vitest';
import { compareRecords, isDueForRenewal, isPlatformDomain, tokensIn } from './rules.ts';

const token = 'a'.repeat(64);
const claim = { domain: 'school.example', token };
const home = { slugHost: 'demo.stoa.example', baseDomain: 'stoa.example' };
const proof = [`stoa-domain=${token}`];
const homeAddresses = ['192.0.2.1', '2001:db8::1'];

describe('what is found at a domain', () => {
  test.each([
    ['nothing', { texts: [], aliases: [], addresses: [] }, [false, false]],
    ['the proof alone', { texts: proof, aliases: [], addresses: [] }, [true, false]],
    ['the proof among others', { texts: ['v=spf1', ` ${proof[0]} `], aliases: [], addresses: [] }, [true, false]],
    [
      'a proof of another claim',
      { texts: [`stoa-domain=${'b'.repeat(64)}`], aliases: [], addresses: [] },
      [false, false],
    ],
    ['the alias', { texts: proof, aliases: ['demo.stoa.example'], addresses: ['192.0.2.1'] }, [true, true]],
    ['an alias to the platform', { texts: proof, aliases: ['stoa.example'], addresses: [] }, [true, true]],
    ['an alias elsewhere', { texts: proof, aliases: ['shop.example'], addresses: ['203.0.113.1'] }, [true, false]],
    ['our addresses', { texts: proof, aliases: [], addresses: ['192.0.2.1', '2001:db8::1'] }, [true, true]],
    [
      'one of ours and one that is not',
      { texts: proof, aliases: [], addresses: ['192.0.2.1', '203.0.113.1'] },
      [true, false],
    ],
  ])('%s', (_, lookups, right) => {
    expect(compareRecords(claim, home, { ...lookups, homeAddresses }).map(({ isRight }) => isRight)).toEqual(right);
  });

  test('is truncated for display', () => {
    const texts = Array.from({ length: 9 }, (_, number) => `text ${number}`);
    const [txt, cname] = compareRecords(claim, home, {
      texts,
      aliases: ['shop.example'],
      addresses: ['203.0.113.1'],
      homeAddresses,
    });
    expect(txt?.found).toHaveLength(5);
    expect(cname?.found).toEqual(['shop.example']);
  });

  test('includes the tokens of every claim', () => {
    expect(tokensIn(['v=spf1', ...proof, `stoa-domain=${'b'.repeat(64)}`, 'stoa-domain=short'])).toEqual([
      token,
      'b'.repeat(64),
    ]);
  });
});

test.each([
  ['stoa.example', true],
  ['demo.stoa.example', true],
  [' A.B.Stoa.Example. ', true],
  ['notstoa.example', false],
  ['stoa.example.org', false],
])('%s belongs to the platform: %s', (domain, expected) => {
  expect(isPlatformDomain(domain, 'stoa.example')).toBe(expected);
});

test.each([
  [null, true],
  ['2026-03-01', false],
  ['2026-01-31T00:00:01Z', false],
  ['2026-01-30T23:59:59Z', true],
  ['2025-12-01', true],
])('a certificate until %s is renewed on the first of January 2026: %s', (until, expected) => {
  expect(isDueForRenewal(until ? new Date(until) : null, new Date('2026-01-01T00:00:00Z'))).toBe(expected);
});
