import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { UNIQUE_VIOLATION } from '#base/shared/db-client.ts';
import { ProductPicker } from '#features/commerce/coupons/components/product-picker.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { RadioGroup, Switch } from '#ui/fields/choice.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextArea, TextField } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { affiliateKey, saveProgramme } from '../data.ts';
import { admissions, type Programme } from '../schema.ts';
import { problemsOf, programmeOf, type Values, valuesOf } from './programme-draft.ts';
import { AttributionFields, CommissionFields, PayoutFields } from './programme-fields.tsx';
import { ProgrammePictures } from './programme-pictures.tsx';

type FormProps = { programme: Programme | null; currency: string; onClose: () => void };

/** A programme of affiliates, new or edited, beside the list. */
export function ProgrammeForm({ programme, currency, onClose }: FormProps) {
  const { t } = useTranslation('affiliates');
  const id = useId();
  const { draft, save, isSaving, problem } = useProgramme(programme, onClose);
  const title = programme?.title ?? t('programme.new');
  return (
    <SidePanel
      isOpen
      isChanged={draft.isChanged}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      footer={
        <>
          <Button onPress={onClose}>{t('form.cancel')}</Button>
          <Button variant="primary" type="submit" form={id} isBusy={isSaving}>
            {t('form.save')}
          </Button>
        </>
      }
    >
      <Form id={id} label={title} problem={problem} onSubmit={() => void save()}>
        <TextField label={t('programme.title')} maxLength={120} isRequired dir="auto" {...draft.field('title')} />
        <Switch {...draft.toggle('is_active')}>{t('programme.on')}</Switch>
        <RadioGroup
          label={t('programme.admission')}
          value={draft.values.admission}
          onChange={(admission) => draft.set('admission', admission as Values['admission'])}
          options={admissions.map((one) => ({ id: one, label: t(`programme.${one}`) }))}
        />
        <RadioGroup
          label={t('programme.appliesTo')}
          value={draft.values.appliesTo}
          onChange={(choice) => draft.set('appliesTo', choice as Values['appliesTo'])}
          options={[
            { id: 'all', label: t('programme.allProducts') },
            { id: 'chosen', label: t('programme.chosenProducts') },
          ]}
        />
        {draft.values.appliesTo === 'chosen' ? <ProductPicker {...draft.field('product_ids')} /> : null}
        <CommissionFields draft={draft} currency={currency} />
        <AttributionFields draft={draft} />
        <PayoutFields draft={draft} currency={currency} />
        <TextArea
          label={t('programme.terms')}
          description={t('programme.termsHelp')}
          maxLength={20_000}
          rows={6}
          isOptional
          dir="auto"
          {...draft.field('terms')}
        />
        <ProgrammePictures {...draft.field('pictures')} />
      </Form>
    </SidePanel>
  );
}

function useProgramme(programme: Programme | null, onSaved: () => void) {
  const { t } = useTranslation('affiliates');
  const db = useDb();
  const { account_id } = useAccount();
  const [saved] = useState(() => valuesOf(programme));
  const draft = useDraft<Values>({ saved, validate: (values) => problemsOf(values, t) });
  const { save, isSaving, problem } = useSave(
    () => saveProgramme(db, account_id, programme?.id ?? null, programmeOf(draft.values)),
    {
      form: draft,
      fields: { [UNIQUE_VIOLATION]: ['title', t('programme.errors.titleTaken')] },
      invalidates: [affiliateKey(account_id)],
      done: t('form.saved'),
      onSaved,
    },
  );
  return { draft, save, isSaving, problem };
}
