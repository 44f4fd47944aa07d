import {
  excerptOf,
  type Facts,
  type Finding,
  fixText,
  type LinkResult,
  searchFindings,
  textFindings,
} from '#features/content/publishing/checks/rules.ts';

/** Fields of a post that are checked. */
export type CheckedPost = {
  title: string;
  excerpt: string;
  content: string;
  cover: { image: string; alt?: string } | null;
  settings: { searchTitle?: string; description?: string; isHidden?: boolean };
};

/** All accessibility and SEO findings of a post, most important first. */
export function postFindings(post: CheckedPost, facts: Facts, linkResults: ReadonlyMap<string, LinkResult>): Finding[] {
  const { searchTitle, description, isHidden = false } = post.settings;
  const about = {
    title: searchTitle || post.title,
    description: description || post.excerpt,
    // Without a social image the cover is used, so the missing cover is reported instead.
    picture: 'any',
    isHidden,
  };
  const opening = excerptOf(post.content);
  const missing: Finding[] = [];
  if (!post.cover) missing.push({ problem: 'noCover', values: {}, block: 'cover', fix: null });
  if (!post.excerpt.trim())
    missing.push({
      problem: 'noExcerpt',
      values: {},
      block: 'excerpt',
      fix: opening ? { kind: 'excerpt', text: opening } : null,
    });
  return [
    ...textFindings(facts, linkResults),
    ...missing,
    ...searchFindings(about, opening)
      // Without a description the excerpt is used, so the missing excerpt is reported instead.
      .filter(({ problem }) => problem !== 'noDescription' || post.excerpt.trim())
      .map((finding) => ({ ...finding, block: FIELD_OF_PROBLEM[finding.problem] ?? finding.block })),
  ];
}

/** The editor field where a finding is fixed. */
const FIELD_OF_PROBLEM: Record<string, string> = {
  noDescription: 'description',
  shortDescription: 'description',
  longDescription: 'description',
  longTitle: 'searchTitle',
  hidden: 'isHidden',
};

/** Changes to a post that fix a finding; null where its element no longer exists. */
export function fixPost(post: CheckedPost, { fix }: Finding): Partial<CheckedPost> | null {
  if (!fix) return null;
  if (fix.kind === 'excerpt' || fix.kind === 'description')
    return fix.kind === 'excerpt' ? { excerpt: fix.text } : { settings: { ...post.settings, description: fix.text } };
  const content = fixText(post.content, fix);
  return content === post.content ? null : { content };
}
