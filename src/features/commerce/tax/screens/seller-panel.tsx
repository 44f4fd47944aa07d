import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { countryName } from '#base/shared/countries.ts';
import { isEmail } from '#features/platform/members/rules.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextArea, TextField } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { saveSeller, taxKey } from '../sellers/data.ts';
import { mayBeNumberOf } from '../sellers/rules.ts';
import type { TaxSeller } from '../sellers/schema.ts';
import { PlaceFields } from './place-fields.tsx';
import { useTaxWords } from './use-tax-words.ts';

type Details = Omit<TaxSeller, 'collects_tax' | 'prices_include_tax' | 'is_below_eu_threshold'>;

/** What stands on invoices about who sells. */
export function SellerPanel({ seller, onClose }: { seller: TaxSeller; onClose: () => void }) {
  const { t } = useTranslation('tax');
  const db = useDb();
  const { account_id } = useAccount();
  const draft = useDetails(seller);
  const { save, isSaving, problem } = useSave(
    () => {
      const trimmed = Object.entries(draft.values).map(([name, value]) => [name, value.trim()]);
      return saveSeller(db, account_id, Object.fromEntries(trimmed) as Details);
    },
    {
      form: draft,
      // Invoices read the same details.
      invalidates: [taxKey(account_id), ['invoices', account_id]],
      done: t('seller.saved'),
      onSaved: onClose,
    },
  );
  const textField = (name: keyof Details, maxLength: number, isOptional = false) => ({
    label: t(`seller.${name}`),
    maxLength,
    isOptional,
    ...draft.field(name),
  });
  return (
    <SidePanel
      title={t('seller.title')}
      isOpen
      isChanged={draft.isChanged}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button variant="primary" type="submit" form="tax-seller" isBusy={isSaving}>
          {t('panel.save')}
        </Button>
      }
    >
      <Form id="tax-seller" label={t('seller.title')} problem={problem} onSubmit={() => void save()}>
        <TextField autoComplete="organization" {...textField('legal_name', 160)} />
        <TextField autoComplete="street-address" {...textField('street', 200)} />
        <TextField autoComplete="postal-code" {...textField('postcode', 20)} />
        <TextField autoComplete="address-level2" {...textField('city', 120)} />
        <PlaceFields
          label={t('seller.country')}
          region="optional"
          value={draft.values}
          onChange={({ country, region }) => {
            draft.set('country', country);
            draft.set('region', region);
          }}
          errors={draft.errors}
        />
        <TextField dir="ltr" {...textField('vat_number', 30, true)} />
        <TextField dir="ltr" {...textField('registration_number', 60, true)} />
        <TextField dir="ltr" type="email" autoComplete="email" {...textField('email', 254, true)} />
        <TextField dir="ltr" type="tel" autoComplete="tel" {...textField('phone', 40, true)} />
        <TextArea rows={3} description={t('seller.bankHelp')} {...textField('bank', 500, true)} />
      </Form>
    </SidePanel>
  );
}

function useDetails({ collects_tax: _on, prices_include_tax: _in, is_below_eu_threshold: _eu, ...saved }: TaxSeller) {
  const { t } = useTranslation('tax');
  const { locale } = useTaxWords();
  return useDraft<Details>({
    saved,
    validate: ({ country, vat_number, email }) => ({
      country: country ? undefined : t('place.countryMissing'),
      vat_number: mayBeNumberOf(vat_number, country)
        ? undefined
        : t('registrations.wrongNumber', { country: countryName(country, locale) }),
      email: email.trim() === '' || isEmail(email.trim()) ? undefined : t('seller.wrongEmail'),
    }),
  });
}
