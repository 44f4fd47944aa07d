import { useTranslation } from 'react-i18next';
import { NumberField } from '#ui/fields/number-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import type { Draft } from '#ui/fields/use-draft.ts';
import type { ProductValues } from './product-draft.ts';

/** What only a thing that is sent or seats for a team have. */
export function GoodsFields({ draft }: { draft: Draft<ProductValues> }) {
  const { t } = useTranslation('products');
  if (draft.values.type === 'seats')
    return (
      <NumberField
        label={t('form.seats')}
        description={t('form.seatsHelp')}
        fallback={1}
        minValue={1}
        maxValue={1000}
        {...draft.field('seats')}
      />
    );
  if (draft.values.type !== 'physical') return null;
  return (
    <>
      <NumberField
        label={t('form.stock')}
        description={t('form.stockHelp')}
        isOptional
        maxValue={1_000_000}
        {...draft.field('stock')}
      />
      <NumberField
        label={t('form.weight')}
        isOptional
        minValue={1}
        maxValue={1_000_000}
        {...draft.field('weight_grams')}
      />
      <TextField
        label={t('form.shippingNote')}
        description={t('form.shippingNoteHelp')}
        maxLength={300}
        isOptional
        {...draft.field('shipping_note')}
      />
    </>
  );
}
