import { useTranslation } from 'react-i18next';
import { AuthField } from '#features/platform/members/components/auth-form.tsx';
import type { OrderQuote } from '../schema.ts';
import { VatNote } from '../taxes/components/vat-note.tsx';
import { fieldsOf } from './checkout-text-fields.ts';
import type { Checkout } from './use-checkout.ts';

/** The name and VAT number of a company that buys, and what the register says of the number. */
export function CompanyFields({ checkout, quote }: { checkout: Checkout; quote: OrderQuote | null }) {
  const { t } = useTranslation('orders');
  const field = fieldsOf(checkout);
  return (
    <div className="form-cols">
      <AuthField
        label={t('checkout.companyName')}
        autoComplete="organization"
        maxLength={120}
        required
        {...field('company')}
      />
      <div>
        <AuthField label={t('checkout.vatNumber')} maxLength={30} isOptional {...field('vat_number')} />
        {quote ? <VatNote state={quote.vat} /> : null}
      </div>
    </div>
  );
}
