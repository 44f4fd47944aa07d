import {
  excerptOf,
  type Facts,
  type Finding,
  fixText,
  type LinkResult,
  searchFindings,
  textFindings,
} from '#features/content/publishing/checks/rules.ts';
import type { ContentText } from '../rules.ts';

/** All accessibility and SEO findings of a documentation page, most important first. */
export function docFindings(doc: ContentText, facts: Facts, linkResults: ReadonlyMap<string, LinkResult>): Finding[] {
  const opening = excerptOf(doc.content);
  // Every page has the site's social image and is open to search engines.
  const about = { title: doc.title, description: doc.summary, picture: 'any', isHidden: false };
  return [
    ...textFindings(facts, linkResults),
    ...searchFindings(about, opening).map((finding): Finding => {
      if (finding.problem === 'longTitle') return { ...finding, block: 'title' };
      const fix = opening ? { kind: 'excerpt' as const, text: opening } : null;
      return finding.problem === 'noDescription'
        ? { problem: 'noSummary', values: {}, block: 'summary', fix }
        : { ...finding, block: 'summary' };
    }),
  ];
}

/** Changes to a documentation page that fix a finding; null where its element no longer exists. */
export function fixDoc(doc: ContentText, { fix }: Finding): Partial<ContentText> | null {
  if (!fix) return null;
  if (fix.kind === 'excerpt' || fix.kind === 'description') return { summary: fix.text };
  const content = fixText(doc.content, fix);
  return content === doc.content ? null : { content };
}
