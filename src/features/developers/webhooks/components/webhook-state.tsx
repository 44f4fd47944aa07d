import { useTranslation } from 'react-i18next';
import { Badge, StatusDot } from '#ui/display/badge.tsx';
import type { Webhook } from '../data.ts';

/** Badge: whether a webhook is active, paused, failing or disabled. */
export function WebhookState({ webhook }: { webhook: Pick<Webhook, 'status' | 'failing_since'> }) {
  const { t } = useTranslation('webhooks');
  if (webhook.status === 'disabled') return <Badge tone="error">{t('state.disabled')}</Badge>;
  if (webhook.status === 'paused') return <Badge>{t('state.paused')}</Badge>;
  if (webhook.failing_since) return <Badge tone="warning">{t('state.failing')}</Badge>;
  return <StatusDot>{t('state.active')}</StatusDot>;
}
