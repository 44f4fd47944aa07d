import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generated } from '#tests/long.ts';
import { meets, parseFilter } from './change-filters.ts';
import { readChangeRequests } from './change-requests.ts';
import { decodeFrame, encodeFrame, type Version } from './frames.ts';
import { scopedTopic } from './topics.ts';

const version = fc.constantFrom<Version>('1.0.0', '2.0.0');

describe('frames', () => {
  it('are read from any bytes, or are none', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array(),
          fc.json().map((text) => Buffer.from(text)),
        ),
        fc.boolean(),
        version,
        (bytes, isBinary, vsn) => {
          const frame = decodeFrame(Buffer.from(bytes), isBinary, vsn);
          if (frame) expect([typeof frame.topic, typeof frame.event]).toEqual(['string', 'string']);
        },
      ),
      { ...generated(2000) },
    );
  });

  it('come back as they went', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 50 }), fc.jsonValue(), version, (topic, payload, vsn) => {
        fc.pre(!topic.includes('\0') && payload !== null);
        const frame = { joinRef: '1', ref: '2', topic, event: 'e', payload: JSON.parse(JSON.stringify(payload)) };
        expect(decodeFrame(Buffer.from(encodeFrame(frame, vsn) ?? ''), false, vsn)).toEqual(frame);
      }),
    );
  });
});

describe('filters', () => {
  it('of any text are parsed or rejected, and match or not', () => {
    const text = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc
        .tuple(
          fc.constantFrom('a', 'b', '__proto__'),
          fc.constantFrom('eq', 'in', 'like', 'is', 'not.gt', 'isdistinct'),
          fc.string({ maxLength: 20 }),
        )
        .map(([column, operator, value]) => `${column}=${operator}.${value}`),
    );
    fc.assert(
      fc.property(text, fc.jsonValue(), (filter, value) => {
        const parsed = parseFilter(filter);
        if (typeof parsed !== 'string')
          expect(typeof meets(parsed, { a: value, b: null }, { a: 'text', b: 'int4' })).toBe('boolean');
      }),
      { ...generated(2000) },
    );
  });

  it('do not run away on a pattern of many stars', () => {
    const filter = parseFilter(`a=like.${'%a'.repeat(1000)}b`);
    expect(typeof filter !== 'string' && meets(filter, { a: 'a'.repeat(5000) }, { a: 'text' })).toBe(false);
  });

  it.each([
    ['price=eq.1.0', 1, 'numeric', true],
    ['price=eq.', 0, 'int4', false],
    ['price=gt.x', 5, 'int4', false],
    ['price=neq.1', null, 'int4', false],
    ['price=isdistinct.1', null, 'int4', true],
    ['price=isdistinct.null', 1, 'int4', true],
    ['price=is.null', null, 'int4', true],
    ['price=not.is.null', null, 'int4', false],
    ['price=is.true', true, 'bool', true],
    ['price=eq.t', true, 'bool', true],
    ['price=lt.2020-02-01', '2020-01-31T23:00:00+00:00', 'timestamptz', true],
    ['other=eq.1', 1, 'int4', false],
  ])('%s of %j as %s: %s', (text, value, type, expected) => {
    const filter = parseFilter(text);
    expect(typeof filter !== 'string' && meets(filter, { price: value }, { price: type })).toBe(expected);
  });

  it.each([
    ['price', 'column=operator.value'],
    ['price=in.1,2', 'parentheses'],
    ['price=cs.{1}', 'column=operator.value'],
    [`price=in.(${'1,'.repeat(100)}1)`, 'at most 100'],
    [Array.from({ length: 11 }, () => 'a=eq.1').join(), 'at most 10'],
  ])('%s is refused', (text, reason) => {
    expect(parseFilter(text)).toContain(reason);
  });
});

it.each([
  [7, 'must be a list'],
  [[null], 'No subscription params provided'],
  [[{}], 'No subscription params provided'],
  [[{ schema: '' }], 'No subscription params provided'],
  [[{ table: {} }], 'No subscription params provided'],
  [[{ schema: 'public', filter: 7 }], 'No subscription params provided'],
  [[{ table: 'notes', select: 'body' }], 'expected a list of column name strings'],
  [[{ schema: 'public', select: ['body'] }], 'not supported for wildcard'],
  [[{ table: 'notes', filter: 'a=is.7' }], 'Error parsing `filter` params'],
  [Array.from({ length: 5 }, () => ({})), 'At most 4'],
])('the request %j is rejected', (value, reason) => {
  expect(readChangeRequests(value, 4)).toContain(reason);
});

const ownAccount = '018f0000-0000-7000-8000-00000000000a';
const otherAccount = '018f0000-0000-7000-8000-00000000000b';
it.each([
  [ownAccount, 'room', true, `room:${ownAccount}`],
  [ownAccount, 'room', false, `room:${ownAccount}`],
  [ownAccount, `room:${ownAccount}`, false, `room:${ownAccount}`],
  [ownAccount, `room:${otherAccount}`, true, `room:${otherAccount}`],
  [ownAccount, `room:${otherAccount}`, false, `room:${otherAccount}:${ownAccount}`],
  [null, 'room', false, 'room'],
])('on the host of %s the name %s (private: %s) is %s', (scope, name, isPrivate, topic) => {
  expect(scopedTopic(scope, name, isPrivate)).toBe(topic);
});
