import { expect, test } from 'vitest';
import { searchLibrary } from './block-search.ts';

const shelves = [
  { type: 'Hero', name: 'Opening', text: 'A large title with a picture', shelf: 'Openings' },
  { type: 'Testimonials', name: 'Voices', text: 'What others say of you', shelf: 'Proof' },
  { type: 'Faq', name: 'Häufige Fragen', text: 'Antworten, auf- und zugeklappt', shelf: 'Worte' },
  { type: 'Picture', name: 'Picture', text: 'One, with a line under it', shelf: 'Media' },
];

test.each([
  ['open', ['Hero']],
  ['picture', ['Picture', 'Hero']],
  ['others say', ['Testimonials']],
  ['haufige', ['Faq']],
  ['HÄUFIGE', ['Faq']],
  ['proof', ['Testimonials']],
  ['zebra', []],
  ['  ', []],
])('“%s” finds blocks by name before what they are for', (query, types) => {
  expect(searchLibrary(shelves, query).map(({ type }) => type)).toEqual(types);
});
