import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useBlocks } from '#features/content/blocks/components/blocks-context.tsx';
import { type BlockDocument, findBlock } from '#features/content/blocks/document/rules.ts';
import { checkLinks } from '#features/content/publishing/checks/components/check-links.ts';
import {
  type FindingItem,
  FindingPanel,
  keyOf,
} from '#features/content/publishing/checks/components/finding-panel.tsx';
import { type Finding, findingsOf, fixPage } from '../rules.ts';
import { factsOf } from './read-canvas.ts';

type CheckPanelProps = {
  page: BlockDocument;
  canvas: () => Document | null;
  onClose: () => void;
  onJump: (block: string) => void;
  onFix: (page: BlockDocument) => void;
};

/** Checks the page in the builder: each finding names its block, links there and offers its fix. */
export function CheckPanel({ page, canvas, onClose, onJump, onFix }: CheckPanelProps) {
  const { t, i18n } = useTranslation(['pages', 'publishing']);
  const blocks = useBlocks();
  const root = (page.root.props ?? {}) as {
    title?: string;
    searchTitle?: string;
    description?: string;
    isHidden?: boolean;
    picture?: { src?: string };
  };
  const query = useQuery({
    queryKey: ['page-check', JSON.stringify(page)],
    queryFn: async () => {
      const frame = canvas();
      if (!frame) return [];
      const facts = factsOf(frame);
      const about = {
        title: root.searchTitle || root.title || '',
        description: root.description ?? '',
        picture: root.picture?.src ?? '',
        isHidden: root.isHidden === true,
      };
      const hasPlace = (id: string) => frame.getElementById(id) !== null;
      return findingsOf(page, about, facts, await checkLinks(facts.links, hasPlace), blocks);
    },
    staleTime: 0,
    gcTime: 0,
    placeholderData: (previous) => previous,
  });
  const describe = (finding: Finding): FindingItem => {
    const { problem, values, block, fix } = finding;
    const type = block ? findBlock(page.content, block)?.type : undefined;
    const definition = type ? blocks[type] : undefined;
    const fixedPage = fix ? fixPage(page, finding) : null;
    return {
      key: keyOf(finding),
      where: definition ? i18n.t(`blocks.${type}.name`, { ns: definition.strings }) : t('checks.page'),
      message: t(`publishing:checks.${problem}`, values),
      onJump: block && definition ? () => onJump(block) : undefined,
      fix:
        fixedPage && fix
          ? {
              label: t(`publishing:checks.fix.${fix.kind}`, 'to' in fix ? { to: fix.to } : {}),
              onFix: () => onFix(fixedPage),
            }
          : undefined,
    };
  };
  return (
    <FindingPanel
      title={t('checks.title')}
      praise={t('checks.noneText')}
      look={query}
      findings={(query.data ?? []).map(describe)}
      onClose={onClose}
    />
  );
}
