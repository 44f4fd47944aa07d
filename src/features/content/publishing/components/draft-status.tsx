import { useTranslation } from 'react-i18next';
import type { Editor } from '#base/browser/editors.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { EditorsHere } from './editors-here.tsx';
import { ScheduledBadge } from './scheduled-badge.tsx';

/** Whether a record is only a draft, or when its draft is published. */
export function DraftBadge({ status, publishAt }: { status: string; publishAt: string | null }) {
  const { t } = useTranslation('publishing');
  if (publishAt) return <ScheduledBadge at={publishAt} />;
  return status === 'draft' ? <Badge>{t('draft')}</Badge> : null;
}

/** The state of saving, in words. */
export function SaveStatus({ work }: { work: { state: string } }) {
  const { t } = useTranslation('publishing');
  return <span role="status">{t(`state.${work.state}`)}</span>;
}

/** Who else is here, and another attempt where saving failed. */
export function DraftActions({
  work,
  editors,
}: {
  work: { state: string; theirs: unknown; flush: () => Promise<void> };
  editors: readonly Editor[];
}) {
  const { t } = useTranslation('publishing');
  return (
    <>
      <EditorsHere editors={editors} />
      {work.state === 'failed' && !work.theirs ? (
        <Button onPress={() => void work.flush().catch(() => {})}>{t('saveAgain')}</Button>
      ) : null}
    </>
  );
}
