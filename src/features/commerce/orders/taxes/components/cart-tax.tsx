import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#base/shared/call.ts';
import type { TaxTerms } from '#features/commerce/tax/schema.ts';
import { paths } from '#paths';

/** Says in the cart that tax comes on top, where it does. */
export function CartTax() {
  const { t } = useTranslation('orders');
  const [terms, setTerms] = useState<TaxTerms>('none');
  useEffect(() => {
    call(paths.taxTerms())
      .then((response) => (response.ok ? (response.json() as Promise<{ tax: TaxTerms }>) : null))
      .then(
        (body) => body && setTerms(body.tax),
        () => {},
      );
  }, []);
  return terms === 'excluded' ? <p className="muted">{t('tax.later')}</p> : null;
}
