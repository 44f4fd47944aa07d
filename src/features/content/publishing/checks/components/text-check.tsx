import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Facts, Finding, LinkResult } from '../rules.ts';
import { checkLinks, checkPictures } from './check-links.ts';
import { type FindingItem, FindingPanel, keyOf } from './finding-panel.tsx';
import { factsOfText, type TitledText } from './read-text.ts';

export type TextCheckProps<Content> = {
  written: Content;
  onClose: () => void;
  /** Moves to a part of the editor: a field by name, or an element in the text. */
  onJump: (location: string) => void;
  onFix: (part: Partial<Content>) => void;
};

type TextCheckRules<Content> = {
  title: string;
  findings: (content: Content, facts: Facts, linkResults: ReadonlyMap<string, LinkResult>) => Finding[];
  /** Changes that fix a finding; null where its element no longer exists. */
  fix: (content: Content, finding: Finding) => Partial<Content> | null;
  /** Whether the page has a place that a link such as `#when` leads to. */
  hasAnchor: (content: Content, id: string) => boolean;
  /** The name of a field of the editor, or of the whole where a finding has no place. */
  nameOf: (field: string | null) => string;
  /** Problems with a wording of their own, by their name. */
  messages: Record<string, string>;
};

/** Checks the current draft of a written text: each finding links to its location and offers its fix. */
export function TextCheck<Content extends TitledText>({
  written,
  title,
  findings,
  fix,
  hasAnchor,
  nameOf,
  messages,
  onClose,
  onJump,
  onFix,
}: TextCheckProps<Content> & TextCheckRules<Content>) {
  const { t } = useTranslation(['publishing', 'blocks']);
  const { query, all } = useFindings({ written, findings, hasAnchor });
  const locationOf = ({ block, values }: Finding): string => {
    const [kind, index] = (block ?? '').split(':');
    if (kind === 'picture') return `${t('blocks:fields.picture')} ${Number(index) + 1}`;
    if (kind === 'heading' || kind === 'link') return String(values.text || nameOf('content'));
    return nameOf(block);
  };
  const describe = (finding: Finding): FindingItem => {
    const { problem, values, block } = finding;
    const changes = fix(written, finding);
    return {
      key: keyOf(finding),
      where: locationOf(finding),
      message: messages[problem] ?? t(`checks.${problem}`, values),
      onJump: block ? () => onJump(block) : undefined,
      fix: changes && finding.fix ? { label: fixLabel(finding.fix), onFix: () => onFix(changes) } : undefined,
    };
  };
  const fixLabel = (change: NonNullable<Finding['fix']>) =>
    'text' in change && change.kind !== 'level'
      ? t('checks.fix.opening')
      : t(`checks.fix.${change.kind}`, 'to' in change ? { to: change.to } : {});
  return (
    <FindingPanel
      title={title}
      praise={t('checks.praise')}
      look={query}
      findings={all.map(describe)}
      onClose={onClose}
    />
  );
}

/** What is wrong with a text, and the query that asks its addresses. */
function useFindings<Content extends TitledText>({
  written,
  findings,
  hasAnchor,
}: Pick<TextCheckProps<Content> & TextCheckRules<Content>, 'written' | 'findings' | 'hasAnchor'>) {
  const facts = factsOfText(written);
  // Addresses take their time to answer; what is wrong with the text itself is listed at once.
  const query = useQuery({
    queryKey: ['text-check', written],
    queryFn: async () => {
      const [pictureResults, linkResults] = await Promise.all([
        checkPictures(facts.pictures),
        checkLinks(facts.links, (id) => hasAnchor(written, id)),
      ]);
      return { pictureResults, linkResults };
    },
    staleTime: 0,
    gcTime: 0,
    placeholderData: (previous) => previous,
  });
  const pictures = facts.pictures.map((picture) => ({ ...picture, ...query.data?.pictureResults.get(picture.src) }));
  return { query, all: findings(written, { ...facts, pictures }, query.data?.linkResults ?? new Map()) };
}
