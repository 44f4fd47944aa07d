import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { productQueries } from '#features/commerce/products/data.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { ContentText } from '#ui/display/content-language.tsx';
import { ComboBox } from '#ui/fields/select.tsx';

/** The most products a coupon can name; the database checks the same. */
const MAX_PRODUCTS = 100;

type ProductPickerProps = { value: string[]; onChange: (ids: string[]) => void; errorMessage?: string };

/** The products a coupon applies to: a box that adds one, and a list of those added. */
export function ProductPicker({ value, onChange, errorMessage }: ProductPickerProps) {
  const { t } = useTranslation('coupons');
  const db = useDb();
  const [hasChanged, setHasChanged] = useState(false);
  const { account_id } = useAccount();
  const { data: products } = useQuery(productQueries.choices(db, account_id));
  const titleOf = (id: string) => products?.find((product) => product.id === id)?.title ?? t('form.deletedProduct');
  const options = (products ?? [])
    .filter(({ id }) => !value.includes(id))
    .map(({ id, title }) => ({ id, label: title }));
  function change(ids: string[]) {
    setHasChanged(true);
    onChange(ids);
  }
  return (
    <div className="grid gap-2">
      {value.length < MAX_PRODUCTS ? (
        <ComboBox
          // A new box for the next product, with the focus: the last one is in the list, or its button is gone.
          key={value.length}
          autoFocus={hasChanged}
          label={t('form.addProduct')}
          options={options}
          isLoading={!products}
          errorMessage={errorMessage}
          onChange={(id) => id && change([...value, id])}
        />
      ) : null}
      {products && value.length > 0 ? (
        <ul className="grid gap-1" aria-label={t('form.chosenProducts')}>
          {value.map((id) => (
            <li key={id} className="flex items-center justify-between gap-2">
              <ContentText isApart>{titleOf(id)}</ContentText>
              <IconButton
                icon={X}
                label={t('form.removeProduct', { title: titleOf(id) })}
                onPress={() => change(value.filter((one) => one !== id))}
              />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
