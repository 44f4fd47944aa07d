import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useBlocks } from '#base/browser/blocks.tsx';
import { Button } from '#ui/button.tsx';
import { SidePanel } from '#ui/side-panel.tsx';
import { SkeletonText } from '#ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/states.tsx';
import type { PageData } from '../../rules.ts';
import { blockOf, type Finding, findingsOf, fixed } from '../rules.ts';
import { askForLinks, factsOf } from './read-canvas.ts';

/** What is wrong with the page as it stands in the builder: each finding names its block, leads there, and mends itself where it can. */
export function CheckPanel({
  page,
  canvas,
  onClose,
  onJump,
  onFix,
}: {
  page: PageData;
  canvas: () => Document | null;
  onClose: () => void;
  onJump: (block: string) => void;
  onFix: (page: PageData) => void;
}) {
  const { t } = useTranslation('pages');
  const root = (page.root.props ?? {}) as {
    title?: string;
    description?: string;
    isHidden?: boolean;
    picture?: { src?: string };
  };
  const look = useQuery({
    queryKey: ['page-check', JSON.stringify(page)],
    queryFn: async () => {
      const frame = canvas();
      if (!frame) return [];
      const facts = factsOf(frame);
      const about = {
        title: root.title ?? '',
        description: root.description ?? '',
        picture: root.picture?.src ?? '',
        isHidden: root.isHidden === true,
      };
      return findingsOf(page, about, facts, await askForLinks(frame, facts));
    },
    staleTime: 0,
    gcTime: 0,
    placeholderData: (before) => before,
  });
  return (
    <SidePanel
      title={t('checks.title')}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button icon={RotateCw} isBusy={look.isFetching} onPress={() => void look.refetch()}>
          {t('checks.again')}
        </Button>
      }
    >
      {look.isPending ? <SkeletonText lines={6} /> : null}
      {look.isError ? <ErrorState onRetry={() => void look.refetch()} /> : null}
      {look.data?.length === 0 ? <EmptyState title={t('checks.none')}>{t('checks.noneText')}</EmptyState> : null}
      <ul className="grid gap-3" aria-label={t('checks.title')}>
        {look.data?.map((finding) => (
          <FindingRow
            key={`${finding.problem} ${finding.block} ${JSON.stringify(finding.values)}`}
            finding={finding}
            page={page}
            onJump={onJump}
            onFix={onFix}
          />
        ))}
      </ul>
    </SidePanel>
  );
}

function FindingRow({
  finding,
  page,
  onJump,
  onFix,
}: {
  finding: Finding;
  page: PageData;
  onJump: (block: string) => void;
  onFix: (page: PageData) => void;
}) {
  const { t, i18n } = useTranslation('pages');
  const blocks = useBlocks();
  const { problem, values, block, fix } = finding;
  const type = block ? blockOf(page.content, block)?.type : undefined;
  const definition = type ? blocks[type] : undefined;
  const name = definition ? i18n.t(`blocks.${type}.name`, { ns: definition.strings }) : t('checks.page');
  const mended = fix ? fixed(page, finding) : null;
  return (
    <li className="grid gap-2 border-b border-line pb-3">
      <span>
        <strong>{name}</strong>
        <span className="block" dir="auto">
          {t(`checks.${problem}`, values)}
        </span>
      </span>
      <span className="row">
        {block && definition ? (
          <Button size="sm" variant="quiet" onPress={() => onJump(block)}>
            {t('checks.jump')}
          </Button>
        ) : null}
        {mended && fix ? (
          <Button size="sm" onPress={() => onFix(mended)}>
            {t(`checks.fix.${fix.kind}`, 'to' in fix ? { to: fix.to } : {})}
          </Button>
        ) : null}
      </span>
    </li>
  );
}
