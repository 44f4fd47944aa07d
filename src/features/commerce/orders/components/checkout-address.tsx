import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AuthField } from '#features/platform/members/components/auth-form.tsx';
import type { AddressForm } from '../addresses/rules.ts';
import type { OrderQuote } from '../schema.ts';
import { fieldsOf } from './checkout-text-fields.ts';
import { CountryField } from './country-field.tsx';
import type { Checkout } from './use-checkout.ts';

/** Lazy: few countries have states in their addresses, and few buyers are companies. */
const RegionField = lazy(async () => ({
  default: (await import('../addresses/components/region-field.tsx')).RegionField,
}));
const CompanyFields = lazy(async () => ({ default: (await import('./company-fields.tsx')).CompanyFields }));

/** How addresses of the chosen country are written, null until it is known; and whether a company buys. */
function useAddressForm({ fields, typed }: Checkout): { form: AddressForm | null; isCompany: boolean } {
  const [form, setForm] = useState<AddressForm | null>(null);
  const [isCompany, setCompany] = useState(typed.buyer === 'company');
  const { form: element } = fields;
  useEffect(() => {
    const target = element.current;
    const onChange = () => {
      const { buyer, country } = fields.read();
      setCompany(buyer === 'company');
      void import('../addresses/rules.ts').then(({ addressFormOf }) => setForm(addressFormOf(country)));
    };
    target?.addEventListener('change', onChange);
    return () => target?.removeEventListener('change', onChange);
  });
  return { form, isCompany };
}

/** Who buys and where, as the country writes it. Nothing but a name is asked of who has nothing to pay. */
export function CheckoutAddress({ checkout, quote }: { checkout: Checkout; quote: OrderQuote | null }) {
  const { t } = useTranslation('orders');
  const { fields, typed, needsAddress } = checkout;
  const { form, isCompany } = useAddressForm(checkout);
  const field = fieldsOf(checkout);
  const name = <AuthField label={t('checkout.name')} autoComplete="name" maxLength={120} required {...field('name')} />;
  if (!needsAddress) return name;
  const buyer = (value: '' | 'company', label: string) => (
    <label className="flex items-center gap-2">
      <input type="radio" name="buyer" value={value} defaultChecked={(typed.buyer ?? '') === value} />
      {label}
    </label>
  );
  return (
    <section className="grid gap-4">
      <h2 className="text-base font-semibold">{t('checkout.address')}</h2>
      <div className="flex flex-wrap gap-x-6 gap-y-2" role="radiogroup" aria-label={t('checkout.buyer')}>
        {buyer('', t('checkout.private'))}
        {buyer('company', t('checkout.company'))}
      </div>
      <CountryField label={t('checkout.country')} typed={typed.country} {...fields.field('country')} />
      {name}
      {isCompany ? (
        <Suspense>
          <CompanyFields checkout={checkout} quote={quote} />
        </Suspense>
      ) : null}
      <AuthField
        label={t('checkout.street')}
        autoComplete="street-address"
        maxLength={200}
        isOptional
        {...field('street')}
      />
      {form?.regions.length ? (
        <Suspense>
          <RegionField regions={form.regions} typed={typed.region} {...fields.field('region')} />
        </Suspense>
      ) : null}
      <div className="form-cols">
        {form?.postcode === null ? null : (
          <AuthField
            label={t(`checkout.${form?.postcode ?? 'postcode'}`)}
            autoComplete="postal-code"
            maxLength={20}
            isOptional
            {...field('postcode')}
          />
        )}
        <AuthField
          label={t('checkout.city')}
          autoComplete="address-level2"
          maxLength={120}
          isOptional
          {...field('city')}
        />
      </div>
    </section>
  );
}
