import { useTranslation } from 'react-i18next';
import type { VatState } from '#base/shared/vat-number.ts';

/** What the register said of the VAT number that was entered. */
export function VatNote({ state }: { state: VatState }) {
  const { t } = useTranslation('orders');
  if (state === 'unchecked') return null;
  return (
    <p className={state === 'confirmed' ? 'help mt-1 text-success' : 'help mt-1'} role="status">
      {t(`tax.vat.${state}`)}
    </p>
  );
}
