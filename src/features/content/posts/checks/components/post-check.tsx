import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { checkLinks, withSizes } from '#features/content/publishing/checks/components/check-links.ts';
import {
  type FindingItem,
  FindingPanel,
  keyOf,
} from '#features/content/publishing/checks/components/finding-panel.tsx';
import type { Finding } from '#features/content/publishing/checks/rules.ts';
import type { ContentText } from '../../data.ts';
import { fixPost, postFindings } from '../rules.ts';
import { factsOf } from './read-post.ts';

/** Problems with a wording of their own for posts. */
const POST_PROBLEMS = ['noCover', 'noExcerpt', 'hidden'];

type PostCheckProps = {
  written: ContentText;
  onClose: () => void;
  /** Moves to a part of the editor: a field by name, or an element in the text. */
  onJump: (location: string) => void;
  onFix: (part: Partial<ContentText>) => void;
};

/** Checks the current draft of a post: each finding links to its location and offers its fix. */
export function PostCheck({ written, onClose, onJump, onFix }: PostCheckProps) {
  const { t } = useTranslation(['posts', 'publishing', 'blocks']);
  const query = useQuery({
    queryKey: ['post-check', written],
    queryFn: async () => {
      const facts = factsOf(written);
      const [pictures, linkResults] = await Promise.all([
        withSizes(facts.pictures),
        // The text of a post has no anchors that links could point to.
        checkLinks(facts.links, () => false),
      ]);
      return postFindings(written, { ...facts, pictures }, linkResults);
    },
    staleTime: 0,
    gcTime: 0,
    placeholderData: (previous) => previous,
  });
  const locationOf = ({ block, values }: Finding): string => {
    const [kind, index] = (block ?? '').split(':');
    if (kind === 'picture') return `${t('blocks:fields.picture')} ${Number(index) + 1}`;
    if (kind === 'heading' || kind === 'link') return String(values.text || t('editor.content'));
    if (block === null) return t('checks.post');
    if (block === 'searchTitle' || block === 'isHidden') return t(`publishing:search.${block}`);
    return t(`editor.${block}`);
  };
  const describe = (finding: Finding): FindingItem => {
    const { problem, values, block, fix } = finding;
    const changes = fix ? fixPost(written, finding) : null;
    return {
      key: keyOf(finding),
      where: locationOf(finding),
      message: t(POST_PROBLEMS.includes(problem) ? `checks.${problem}` : `publishing:checks.${problem}`, values),
      onJump: block ? () => onJump(block) : undefined,
      fix:
        changes && fix
          ? {
              label: OPENING_FIXES.includes(fix.kind)
                ? t('checks.takeOpening')
                : t(`publishing:checks.fix.${fix.kind}`, 'to' in fix ? { to: fix.to } : {}),
              onFix: () => onFix(changes as Partial<ContentText>),
            }
          : undefined,
    };
  };
  return (
    <FindingPanel
      title={t('checks.title')}
      praise={t('checks.praise')}
      look={query}
      findings={(query.data ?? []).map(describe)}
      onClose={onClose}
    />
  );
}

/** Suggests the first sentences of the text as description. */
const OPENING_FIXES = ['excerpt', 'description'];
