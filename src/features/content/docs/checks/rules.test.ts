import { expect, test } from 'vitest';
import type { Facts, LinkResult } from '#features/content/publishing/checks/rules.ts';
import type { ContentText } from '../rules.ts';
import { docFindings, fixDoc } from './rules.ts';

const sentence = 'The darkroom opens on Tuesdays at ten, and closes when the last print is dry.';
const fine: ContentText = { title: 'Opening hours', summary: sentence, content: `<p>${sentence}</p>` };
const noFacts: Facts = { headings: [{ level: 1, text: fine.title, block: 'title' }], pictures: [], links: [] };

function findingsFor(doc: Partial<ContentText>, facts: Partial<Facts> = {}, links: [string, LinkResult][] = []) {
  return docFindings({ ...fine, ...doc }, { ...noFacts, ...facts }, new Map(links));
}

test('a documentation page with nothing wrong has no finding', () => {
  expect(findingsFor({})).toEqual([]);
});

test.each<[string, ReturnType<typeof findingsFor>, [string, string | null][]]>([
  ['a summary that is missing', findingsFor({ summary: ' ' }), [['noSummary', 'summary']]],
  ['a summary too short', findingsFor({ summary: 'Hours.' }), [['shortDescription', 'summary']]],
  ['a summary too long', findingsFor({ summary: 'x'.repeat(161) }), [['longDescription', 'summary']]],
  ['a title too long', findingsFor({ title: 'x'.repeat(61) }), [['longTitle', 'title']]],
  [
    'a picture without words',
    findingsFor({}, { pictures: [{ src: '/p.jpg', alt: '', bytes: 1000, title: '', block: 'picture:0' }] }),
    [['noAlt', 'picture:0']],
  ],
  [
    'a link to a place that is not on the page',
    findingsFor({}, { links: [{ href: '#when', text: 'When', block: 'link:0' }] }, [
      ['#when', { status: 404, movedTo: null }],
    ]),
    [['brokenAnchor', 'link:0']],
  ],
])('%s is found where it is', (_, findings, expected) => {
  expect(findings.map(({ problem, block }) => [problem, block])).toEqual(expected);
});

test('a missing summary is taken from the first sentences, and nothing where there are none', () => {
  const doc = { ...fine, summary: '' };
  const [finding] = findingsFor(doc);
  expect(finding && fixDoc(doc, finding)).toEqual({ summary: sentence });
  expect(findingsFor({ summary: '', content: '<p>Short.</p>' })[0]?.fix).toBeNull();
});

test('a link that has moved is changed in the text, and one that is gone already is left', () => {
  const doc = { ...fine, content: '<p><a href="/old">Hours</a></p>' };
  const [finding] = findingsFor(doc, { links: [{ href: '/old', text: 'Hours', block: 'link:0' }] }, [
    ['/old', { status: 200, movedTo: '/new' }],
  ]);
  expect(finding && fixDoc(doc, finding)).toEqual({ content: '<p><a href="/new">Hours</a></p>' });
  expect(finding && fixDoc(fine, finding)).toBeNull();
});
