import { useTranslation } from 'react-i18next';
import { clockNow } from '#base/shared/clock.ts';
import { Badge, StatusDot } from '#ui/display/badge.tsx';
import { stateOf } from '../rules.ts';
import type { Certificate } from '../schema.ts';

/** Valid is the ordinary state; what is no longer stands out. */
export function CertificateStateMark({ certificate }: { certificate: Certificate }) {
  const { t } = useTranslation('certificates');
  const state = stateOf(certificate, clockNow());
  return state === 'valid' ? <StatusDot>{t('state.valid')}</StatusDot> : <Badge>{t(`state.${state}`)}</Badge>;
}
