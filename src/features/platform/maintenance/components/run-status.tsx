import { useTranslation } from 'react-i18next';
import { Badge, StatusDot } from '#ui/display/badge.tsx';
import type { RunStatus } from '../data.ts';

/** Status of a run: a dot for success, a badge for anything else. */
export function RunState({ status }: { status: RunStatus | null }) {
  const { t } = useTranslation('maintenance');
  if (status === null) return <span className="quiet">{t('status.never')}</span>;
  if (status === 'succeeded') return <StatusDot>{t('status.succeeded')}</StatusDot>;
  return <Badge tone={status === 'failed' ? 'error' : 'info'}>{t(`status.${status}`)}</Badge>;
}
