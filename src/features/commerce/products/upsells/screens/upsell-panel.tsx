import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { RadioGroup, Switch } from '#ui/fields/choice.tsx';
import { Form } from '#ui/fields/form.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { ComboBox } from '#ui/fields/select.tsx';
import { TextArea, TextField } from '#ui/fields/text-field.tsx';
import { type Draft, useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { removeUpsell, saveUpsell } from '../data.ts';
import { placements, type Upsell, type UpsellDraft } from '../schema.ts';

type UpsellPanelProps = {
  productId: string;
  /** Without it, a new one. */
  upsell: Upsell | null;
  /** What can be offered. */
  products: readonly { id: string; title: string }[];
  onClose: () => void;
};

const emptyUpsell: UpsellDraft = {
  offered_product_id: '',
  placement: 'checkout',
  discount_percent: 0,
  headline: '',
  description: '',
  is_active: true,
};

/** What is offered, where, for how much less, and in which words. */
export function UpsellPanel({ productId, upsell, products, onClose }: UpsellPanelProps) {
  const { t } = useTranslation('products');
  const draft = useUpsellDraft(upsell);
  const { saving, removing } = useUpsellWrites(productId, upsell, draft, onClose);
  const title = upsell ? t('upsells.changeTitle') : t('upsells.add');
  return (
    <SidePanel
      title={title}
      isOpen
      isChanged={draft.isChanged}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          {upsell ? (
            <Button variant="danger-line" isBusy={removing.isSaving} onPress={() => void removing.save()}>
              {t('upsells.remove')}
            </Button>
          ) : null}
          <Button variant="primary" type="submit" form="product-upsell" isBusy={saving.isSaving}>
            {t('upsells.save')}
          </Button>
        </>
      }
    >
      <Form id="product-upsell" label={title} problem={saving.problem} onSubmit={() => void saving.save()}>
        <UpsellFields draft={draft} products={products} />
      </Form>
    </SidePanel>
  );
}

function UpsellFields({ draft, products }: { draft: Draft<UpsellDraft>; products: UpsellPanelProps['products'] }) {
  const { t } = useTranslation('products');
  return (
    <>
      <ComboBox
        label={t('upsells.product')}
        description={t('upsells.productHelp')}
        options={products.map(({ id, title }) => ({ id, label: title }))}
        isRequired
        {...draft.field('offered_product_id')}
        onChange={(id) => draft.set('offered_product_id', id ?? '')}
      />
      <RadioGroup
        label={t('upsells.where')}
        options={placements.map((id) => ({
          id,
          label: t(`upsells.placement.${id}`),
          description: t(`upsells.placementHelp.${id}`),
        }))}
        value={draft.values.placement}
        onChange={(id) => draft.set('placement', placements.find((placement) => placement === id) ?? 'checkout')}
      />
      <TextField label={t('upsells.headline')} maxLength={120} isRequired {...draft.field('headline')} />
      <TextArea label={t('upsells.description')} maxLength={300} rows={2} isOptional {...draft.field('description')} />
      <NumberField
        label={t('upsells.discount')}
        description={t('upsells.discountHelp')}
        maxValue={100}
        suffix="%"
        value={draft.values.discount_percent}
        onChange={(percent) => draft.set('discount_percent', percent ?? 0)}
      />
      <Switch isSelected={draft.values.is_active} onChange={(isOn) => draft.set('is_active', isOn)}>
        {t('upsells.isOffered')}
      </Switch>
    </>
  );
}

function useUpsellDraft(upsell: Upsell | null) {
  const { t } = useTranslation('products');
  return useDraft<UpsellDraft>({
    saved: { ...emptyUpsell, ...upsell },
    validate: ({ offered_product_id, headline }) => ({
      offered_product_id: offered_product_id ? undefined : t('upsells.productMissing'),
      headline: headline.trim() ? undefined : t('upsells.headlineMissing'),
    }),
  });
}

function useUpsellWrites(productId: string, upsell: Upsell | null, draft: Draft<UpsellDraft>, onClose: () => void) {
  const { t } = useTranslation('products');
  const db = useDb();
  const { account_id } = useAccount();
  const { offered_product_id, placement, discount_percent, headline, description, is_active } = draft.values;
  const write = { invalidates: [['products', account_id]], onSaved: onClose };
  const saving = useSave(
    () =>
      saveUpsell(db, account_id, productId, upsell?.id ?? null, {
        offered_product_id,
        placement,
        discount_percent,
        headline: headline.trim(),
        description: description.trim(),
        is_active,
      }),
    { ...write, form: draft, done: t('upsells.saved') },
  );
  const removing = useSave(async () => upsell && removeUpsell(db, account_id, upsell.id), {
    ...write,
    done: t('upsells.removed'),
  });
  return { saving, removing };
}
