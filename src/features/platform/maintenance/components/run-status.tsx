import { useTranslation } from 'react-i18next';
import { Badge, StatusDot } from '#ui/display/badge.tsx';
import type { RunStatus } from '../data.ts';

/** How a run went: the ordinary end is a dot, all else a mark. */
export function RunState({ status }: { status: RunStatus | null }) {
  const { t } = useTranslation('maintenance');
  if (status === null) return <span className="quiet">{t('status.never')}</span>;
  if (status === 'succeeded') return <StatusDot>{t('status.succeeded')}</StatusDot>;
  return <Badge tone={status === 'failed' ? 'error' : 'info'}>{t(`status.${status}`)}</Badge>;
}
