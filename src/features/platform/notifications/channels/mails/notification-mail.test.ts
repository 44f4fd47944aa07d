import { expect, test } from 'vitest';
import { notificationMail } from './notification-mail.ts';

const links = {
  openUrl: 'https://school.example/dashboard/notifications',
  preferencesUrl: 'https://school.example/preferences',
  unsubscribeUrl: 'https://school.example/leave',
};
const t = (key: string, values: Record<string, unknown> = {}) => `${key} ${Object.values(values).join(' | ')}`;

test('what a notification gathers is listed under it, each with its address', () => {
  const { html, text } = notificationMail(
    {
      messages: ['New posts in <b>Walkers</b>: 2.'],
      gathered: [
        { name: 'Ines', title: 'Walkers', line: 'Look <up>', url: 'https://school.example/dashboard/groups/walkers#1' },
        { name: 'Amara', title: 'Walkers', line: 'Clouds', url: 'https://school.example/dashboard/groups/walkers#2' },
      ],
      rhythm: 'soon',
      name: 'Elif',
      site_title: 'School',
      locale: 'en',
    },
    links,
    t,
  );
  expect(text).toContain('mail.gathered Ines | Walkers | Look <up>\nhttps://school.example/dashboard/groups/walkers#1');
  expect(html).toContain('href="https://school.example/dashboard/groups/walkers#2"');
  expect(html).toContain('Look &lt;up&gt;');
});

test('a mail lists at most 25 of them', () => {
  const gathered = Array.from({ length: 40 }, (_, index) => ({
    name: 'Ines',
    title: 'Walkers',
    line: `Post ${index}`,
    url: `https://school.example/${index}`,
  }));
  const { text } = notificationMail(
    { messages: ['New posts.'], gathered, rhythm: 'daily', name: '', site_title: 'School', locale: 'en' },
    links,
    t,
  );
  expect(text.match(/Post \d+/g)?.length).toBe(25);
});
