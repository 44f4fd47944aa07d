import { expect, test } from 'vitest';
import { type AuthEffect, authEffectOf, isFromLink } from './auth-events.ts';

const session = (id: string) => ({ user: { id } }) as Parameters<typeof authEffectOf>[1]['now'];
const amara = session('amara');
const page = { path: '/dashboard', cameByLink: false, isLeaving: false };

test.each<[string, ...Parameters<typeof authEffectOf>, AuthEffect]>([
  [
    'a link of recovery was opened here',
    'PASSWORD_RECOVERY',
    { before: null, now: amara },
    { ...page, path: '/login', cameByLink: true },
    'recover',
  ],
  [
    'it led there already',
    'PASSWORD_RECOVERY',
    { before: null, now: amara },
    { ...page, path: '/login/reset-password', cameByLink: true },
    null,
  ],
  ['it was opened in another tab', 'PASSWORD_RECOVERY', { before: null, now: amara }, page, null],
  ['the page finds its session', 'INITIAL_SESSION', { before: null, now: amara }, page, null],
  ['nobody is there', 'INITIAL_SESSION', { before: null, now: null }, page, null],
  ['somebody signs in', 'SIGNED_IN', { before: null, now: amara }, page, null],
  ['the tab comes back to the same person', 'SIGNED_IN', { before: amara, now: session('amara') }, page, null],
  [
    'somebody else signs in here, at the door',
    'SIGNED_IN',
    { before: amara, now: session('elif') },
    { ...page, path: '/login' },
    'forget',
  ],
  [
    'somebody else has signed in, here or in another tab',
    'SIGNED_IN',
    { before: amara, now: session('elif') },
    page,
    'reload',
  ],
  [
    'somebody gets their own name back, and the page is on its way',
    'SIGNED_IN',
    { before: amara, now: session('elif') },
    { ...page, isLeaving: true },
    'forget',
  ],
  ['the token is renewed', 'TOKEN_REFRESHED', { before: amara, now: session('amara') }, page, null],
  ['the session ended, here or in another tab', 'SIGNED_OUT', { before: amara, now: null }, page, 'forget'],
  ['a visitor’s tab hears that somebody signed out', 'SIGNED_OUT', { before: null, now: null }, page, null],
])('%s', (_, event, people, at, expected) => expect(authEffectOf(event, people, at)).toBe(expected));

test.each([
  ['?code=abc', '', true],
  ['', '#access_token=abc&type=recovery', true],
  ['?a=1&token_hash=abc', '', true],
  ['?redirectedFrom=%2Fdashboard', '', false],
  ['', '', false],
])('%s%s is a link of a mail: %s', (search, hash, expected) => expect(isFromLink({ search, hash })).toBe(expected));
