import { describe, expect, test } from 'vitest';
import { channels, defaultPreferences, isOn, kindsFor, plainText, truncate, withChoice } from './rules.ts';

const kinds = [
  ...['general', 'messages', 'learning', 'teaching', 'orders', 'sales'],
  ...['comments', 'forms', 'tickets', 'family', 'account', 'webhooks'],
];
const all = { isPlatform: false, features: ['lms'] };

test.each([
  ['a student', { ...all, caps: [] }, ['general', 'learning', 'orders', 'comments', 'tickets', 'family']],
  [
    'a student of a site without courses',
    { ...all, features: [], caps: [] },
    ['general', 'orders', 'comments', 'tickets', 'family'],
  ],
  [
    'an instructor',
    { ...all, caps: ['create_courses', 'edit_posts'] },
    ['general', 'learning', 'orders', 'comments', 'tickets', 'family'],
  ],
  [
    'who keeps the shop',
    { ...all, caps: ['manage_shop'] },
    ['general', 'learning', 'orders', 'sales', 'comments', 'tickets', 'family'],
  ],
  [
    'who manages the site',
    { ...all, caps: ['manage_options'] },
    kinds.filter((kind) => kind !== 'messages' && kind !== 'teaching'),
  ],
  ['somebody on the platform', { ...all, isPlatform: true, caps: [] }, ['general', 'tickets']],
])('%s is asked about what can reach them', (_, person, expected) => expect(kindsFor(kinds, person)).toEqual(expected));

test('a kind that nothing else is declared of reaches everybody', () =>
  expect(kindsFor(['badges'], { ...all, caps: [] })).toEqual(['badges']));

describe('a choice', () => {
  test.each(channels)('of %s is kept and taken back, and touches no other', (channel) => {
    const preferences = withChoice(defaultPreferences, 'sales', channel, false);
    expect(channels.map((name) => isOn(preferences, 'sales', name))).toEqual(channels.map((name) => name !== channel));
    expect(isOn(preferences, 'learning', channel)).toBe(true);
    expect(withChoice(preferences, 'sales', channel, true)).toEqual(defaultPreferences);
  });

  test('does not depend on the order of changes', () => {
    const inOrder = withChoice(withChoice(defaultPreferences, 'sales', 'push', false), 'general', 'push', false);
    const reversed = withChoice(withChoice(defaultPreferences, 'general', 'push', false), 'sales', 'push', false);
    expect(inOrder).toEqual(reversed);
  });
});

test.each([
  ['You completed <strong>Light</strong>.', 'You completed Light.'],
  ['<b>A &amp; B</b> &lt;3 &quot;C&quot; &#39;D&#39;', `A & B <3 "C" 'D'`],
  ['One<br>two<p>three</p>', 'One two three'],
  ['<script>alert(1)</script>Fine', 'Fine'],
  // User text stays text and does not become markup when parsed again.
  ['&lt;img src=x onerror=alert(1)&gt;', '<img src=x onerror=alert(1)>'],
  ['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
  ['', ''],
])('%s reads %s', (html, text) => expect(plainText(html)).toBe(text));

test.each([
  ['short enough', 12, 'short enough'],
  ['one two three', 9, 'one two…'],
  ['Donaudampfschifffahrt', 8, 'Donauda…'],
  ['👩‍🎓👩‍🎓', 2, '👩…'],
])('%s in %i characters is %s', (text, max, expected) => expect(truncate(text, max)).toBe(expected));
