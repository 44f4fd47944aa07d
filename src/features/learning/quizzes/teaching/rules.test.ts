import { expect, test } from 'vitest';
import { type CourseNews, courseNews } from './rules.ts';

const translate = (key: string, { count, names }: Record<string, unknown>) =>
  `${key.replace('teaching.', '')} ${String(count)}${names ? ` ${String(names)}` : ''}`;
const noNews: CourseNews = { title: 'Light', joined: 0, handed_in: 0, away: 0, away_names: [] };
const render = (news: Partial<CourseNews>) =>
  courseNews({ ...noNews, ...news }, 'en', translate, (text) => text.replaceAll('<', '&lt;'));

test.each<[string, Partial<CourseNews>, string]>([
  ['only what happened', { joined: 2 }, '<b>Light</b><br>joined 2'],
  [
    'all that happened',
    { joined: 1, handed_in: 3, away: 1, away_names: ['Tomás'] },
    '<b>Light</b><br>joined 1<br>handedIn 3<br>away 1 Tomás',
  ],
  [
    'some names, and how many more',
    { away: 4, away_names: ['Ada', 'Bo'] },
    '<b>Light</b><br>away 4 Ada, Bo, and others 2',
  ],
  ['what people are called as text', { title: '<i>', away: 1, away_names: ['<b>'] }, '<b>&lt;i></b><br>away 1 &lt;b>'],
])('the news say %s', (_, news, expected) => expect(render(news)).toBe(expected));
