import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Written } from '../../data.ts';
import { type Finding, postFindings, postFixed } from '../rules.ts';
import { askForLinks, weighed } from './ask-site.ts';
import { FindingPanel, keyOf, type ShownFinding } from './finding-panel.tsx';
import { factsOf } from './read-post.ts';

/** Problems with a wording of their own for posts. */
const OWN = ['noCover', 'noExcerpt', 'hidden'];

/** Checks the current draft of a post: each finding links to its location and offers its fix. */
export function PostCheck({
  written,
  onClose,
  onJump,
  onFix,
}: {
  written: Written;
  onClose: () => void;
  /** Moves to a part of the editor: a field by name, or an element in the text. */
  onJump: (place: string) => void;
  onFix: (part: Partial<Written>) => void;
}) {
  const { t } = useTranslation(['posts', 'pages']);
  const look = useQuery({
    queryKey: ['post-check', written],
    queryFn: async () => {
      const facts = factsOf(written);
      const [pictures, asked] = await Promise.all([
        weighed(facts.pictures),
        // The text of a post has no anchors that links could point to.
        askForLinks(facts.links, () => false),
      ]);
      return postFindings(written, { ...facts, pictures }, asked);
    },
    staleTime: 0,
    gcTime: 0,
    placeholderData: (before) => before,
  });
  const whereOf = ({ block, values }: Finding): string => {
    const [kind, index] = (block ?? '').split(':');
    if (kind === 'picture') return `${t('pages:fields.picture')} ${Number(index) + 1}`;
    if (kind === 'heading' || kind === 'link') return String(values.text || t('editor.content'));
    if (block === null) return t('checks.post');
    if (block === 'searchTitle' || block === 'isHidden') return t(`pages:fields.${block}`);
    return t(`editor.${block}`);
  };
  const shown = (finding: Finding): ShownFinding => {
    const { problem, values, block, fix } = finding;
    const mended = fix ? postFixed(written, finding) : null;
    return {
      key: keyOf(finding),
      where: whereOf(finding),
      sentence: t(OWN.includes(problem) ? `checks.${problem}` : `pages:checks.${problem}`, values),
      onJump: block ? () => onJump(block) : undefined,
      fix:
        mended && fix
          ? {
              label: OPENING_FIXES.includes(fix.kind)
                ? t('checks.takeOpening')
                : t(`pages:checks.fix.${fix.kind}`, 'to' in fix ? { to: fix.to } : {}),
              onFix: () => onFix(mended as Partial<Written>),
            }
          : undefined,
    };
  };
  return (
    <FindingPanel
      title={t('checks.title')}
      praise={t('checks.praise')}
      look={look}
      findings={(look.data ?? []).map(shown)}
      onClose={onClose}
    />
  );
}

/** Suggests the first sentences of the text as description. */
const OPENING_FIXES = ['excerpt', 'description'];
