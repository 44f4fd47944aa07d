import { describe, expect, test } from 'vitest';
import { channels, everyWay, isOn, kinds, kindsFor, plainText, shortened, withChoice } from './rules.ts';

const all = { isPlatform: false, features: ['lms'] };

test.each([
  ['a student', { ...all, caps: [] }, ['general', 'learning', 'orders', 'tickets', 'family']],
  [
    'a student of a site without courses',
    { ...all, features: [], caps: [] },
    ['general', 'orders', 'tickets', 'family'],
  ],
  [
    'an instructor',
    { ...all, caps: ['create_courses', 'edit_posts'] },
    ['general', 'learning', 'orders', 'comments', 'tickets', 'family'],
  ],
  [
    'who keeps the shop',
    { ...all, caps: ['manage_shop'] },
    ['general', 'learning', 'orders', 'sales', 'tickets', 'family'],
  ],
  [
    'who manages the site',
    { ...all, caps: ['manage_options'] },
    kinds.filter((kind) => kind !== 'messages' && kind !== 'teaching'),
  ],
  ['somebody on the platform', { ...all, isPlatform: true, caps: [] }, ['general', 'tickets']],
])('%s is asked about what can reach them', (_, person, expected) => expect(kindsFor(person)).toEqual(expected));

describe('a choice', () => {
  test.each(channels)('of %s is kept and taken back, and touches no other', (channel) => {
    const off = withChoice(everyWay, 'sales', channel, false);
    expect(channels.map((one) => isOn(off, 'sales', one))).toEqual(channels.map((one) => one !== channel));
    expect(isOn(off, 'learning', channel)).toBe(true);
    expect(withChoice(off, 'sales', channel, true)).toEqual(everyWay);
  });

  test('is the same in whichever order it was made', () => {
    const one = withChoice(withChoice(everyWay, 'sales', 'push', false), 'general', 'push', false);
    const other = withChoice(withChoice(everyWay, 'general', 'push', false), 'sales', 'push', false);
    expect(one).toEqual(other);
  });
});

test.each([
  ['You finished <strong>Light</strong>.', 'You finished Light.'],
  ['<b>A &amp; B</b> &lt;3 &quot;C&quot; &#39;D&#39;', `A & B <3 "C" 'D'`],
  ['One<br>two<p>three</p>', 'One two three'],
  ['<script>alert(1)</script>Fine', 'Fine'],
  // What a person wrote as text stays text, and becomes no markup when it is read once more.
  ['&lt;img src=x onerror=alert(1)&gt;', '<img src=x onerror=alert(1)>'],
  ['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
  ['', ''],
])('%s reads %s', (html, text) => expect(plainText(html)).toBe(text));

test.each([
  ['short enough', 12, 'short enough'],
  ['one two three', 9, 'one two…'],
  ['Donaudampfschifffahrt', 8, 'Donauda…'],
  ['👩‍🎓👩‍🎓', 2, '👩…'],
])('%s in %i characters is %s', (text, most, expected) => expect(shortened(text, most)).toBe(expected));
