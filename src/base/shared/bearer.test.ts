import { expect, test } from 'vitest';
import { readBearer } from './bearer.ts';

test.each([
  ['Bearer a.b-c_d~e+f/g==', 'a.b-c_d~e+f/g=='],
  ['bearer x', 'x'],
  ['BEARER x', 'x'],
  // RFC 9110 §11.4 allows more than one space.
  ['Bearer  x', 'x'],
  // Not one of our tokens, which its verification reports.
  ['Bearer a=.b=', 'a=.b='],
])('%j is the token %j', (header, token) => {
  expect(readBearer(header)).toEqual({ kind: 'token', token });
});

test.each([[null], [undefined], ['']])('%j is no credentials', (header) => {
  expect(readBearer(header)).toEqual({ kind: 'missing' });
});

test.each([
  ['Bearer'],
  ['Bearer '],
  ['Bearer\tx'],
  ['Bearer \tx'],
  ['Bearer\u00a0x'],
  [' Bearer x'],
  ['Bearer x '],
  ['Bearer x y'],
  ['Bearer x, Bearer y'],
  ['Bearer x;y'],
  ['Bearer ü'],
  ['Basic eDp5'],
  ['x'],
])('%j is malformed', (header) => {
  expect(readBearer(header)).toEqual({ kind: 'malformed' });
});
