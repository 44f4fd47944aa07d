import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { SkeletonText } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { SidePanel } from '#ui/overlays/side-panel.tsx';

/** A finding as shown: location, problem and available fix. */
export type FindingItem = {
  key: string;
  where: string;
  message: string;
  onJump?: (() => void) | undefined;
  fix?: { label: string; onFix: () => void } | undefined;
};

type Look = {
  isPending: boolean;
  isError: boolean;
  isFetching: boolean;
  data: unknown;
  refetch: () => unknown;
};

/** Panel of findings: each links to its location and offers its fix. */
export function FindingPanel({
  title,
  praise,
  look,
  findings,
  onClose,
}: {
  title: string;
  /** Shown when there are no findings. */
  praise: string;
  /** Query that runs the checks. */
  look: Look;
  findings: readonly FindingItem[];
  onClose: () => void;
}) {
  const { t } = useTranslation('publishing');
  return (
    <SidePanel
      title={title}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button icon={RotateCw} isBusy={look.isFetching} onPress={() => void look.refetch()}>
          {t('checks.again')}
        </Button>
      }
    >
      {look.isError ? <ErrorState onRetry={() => void look.refetch()} /> : null}
      {look.data && findings.length === 0 ? <EmptyState title={t('checks.none')}>{praise}</EmptyState> : null}
      <ul className="grid gap-3" aria-label={title}>
        {findings.map(({ key, where, message: sentence, onJump, fix }) => (
          <li key={key} className="grid gap-2 border-b border-line pb-3">
            <span>
              <strong dir="auto">{where}</strong>
              <span className="block" dir="auto">
                {sentence}
              </span>
            </span>
            <span className="row">
              {onJump ? (
                <Button size="sm" variant="quiet" onPress={onJump}>
                  {t('checks.jump')}
                </Button>
              ) : null}
              {fix ? (
                <Button size="sm" onPress={fix.onFix}>
                  {fix.label}
                </Button>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
      {look.isPending ? <SkeletonText lines={findings.length === 0 ? 6 : 2} /> : null}
    </SidePanel>
  );
}

/** React key of a finding. */
export function keyOf(finding: { problem: string; block: string | null; values: object }): string {
  return `${finding.problem} ${finding.block} ${JSON.stringify(finding.values)}`;
}
