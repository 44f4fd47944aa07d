import { useTranslation } from 'react-i18next';
import { Badge, StatusDot } from '#ui/display/badge.tsx';
import type { AffiliateState } from '../schema.ts';

export function AffiliateStateBadge({ state }: { state: AffiliateState }) {
  const { t } = useTranslation('affiliates');
  return state === 'approved' ? <StatusDot>{t('state.approved')}</StatusDot> : <Badge>{t(`state.${state}`)}</Badge>;
}
