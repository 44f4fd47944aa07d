import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { countryName } from '#base/shared/countries.ts';
import { UNIQUE_VIOLATION } from '#base/shared/db-client.ts';
import { Button } from '#ui/buttons/button.tsx';
import { RadioGroup } from '#ui/fields/choice.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { type Draft, useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import type { PublishedRate } from '../rates/schema.ts';
import { hasTaxByRegion } from '../rules.ts';
import { removeRegistration, saveRegistration, taxKey } from '../sellers/data.ts';
import { mayBeNumberOf, needsRegion } from '../sellers/rules.ts';
import type { Registration, RegistrationDraft, RegistrationScheme } from '../sellers/schema.ts';
import { PlaceFields } from './place-fields.tsx';
import { useTaxWords } from './use-tax-words.ts';

type RegistrationPanelProps = {
  registration: Registration | null;
  /** What it is called in the list. */
  name: string | null;
  published: readonly PublishedRate[];
  home: string;
  onClose: () => void;
};

/** A registration, new or to be changed or removed. */
export function RegistrationPanel({ registration, name, published, home, onClose }: RegistrationPanelProps) {
  const { t } = useTranslation('tax');
  const draft = useRegistrationDraft(registration, registration ? '' : home);
  const { values } = draft;
  const isInEu = published.some(({ country, is_in_eu }) => country === values.country && is_in_eu);
  const { saving, removing } = useRegistrationWrites(registration, draft, isInEu, onClose);
  return (
    <SidePanel
      title={name ?? t('registrations.add')}
      isOpen
      isChanged={draft.isChanged}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          {registration ? (
            <Button
              variant="danger-line"
              isBusy={removing.isSaving}
              onPress={() => void removing.save(registration.id)}
            >
              {t('registrations.remove')}
            </Button>
          ) : null}
          <Button variant="primary" type="submit" form="tax-registration" isBusy={saving.isSaving}>
            {t('panel.save')}
          </Button>
        </>
      }
    >
      <Form
        id="tax-registration"
        label={name ?? t('registrations.add')}
        problem={saving.problem}
        onSubmit={() => void saving.save()}
      >
        <p className="help">{t('registrations.help')}</p>
        <PlaceFields
          label={t('place.country')}
          region={!hasTaxByRegion(values.country) ? 'none' : needsRegion(values.country) ? 'required' : 'optional'}
          value={values}
          onChange={({ country, region }) => {
            draft.set('country', country);
            draft.set('region', region);
          }}
          errors={draft.errors}
        />
        {isInEu ? <SchemeChoice value={values.scheme} onChange={(scheme) => draft.set('scheme', scheme)} /> : null}
        <TextField
          label={t('registrations.number')}
          description={t('registrations.numberHelp')}
          maxLength={30}
          dir="ltr"
          isOptional
          {...draft.field('number')}
        />
      </Form>
    </SidePanel>
  );
}

function useRegistrationWrites(
  registration: Registration | null,
  draft: Draft<RegistrationDraft>,
  isInEu: boolean,
  onClose: () => void,
) {
  const { t } = useTranslation('tax');
  const db = useDb();
  const { account_id } = useAccount();
  const { values } = draft;
  const saving = useSave(
    () => {
      const scheme = isInEu ? values.scheme : 'local';
      const region = scheme === 'local' && hasTaxByRegion(values.country) ? values.region : '';
      const { country, number } = values;
      return saveRegistration(db, account_id, registration?.id ?? null, {
        country,
        region,
        scheme,
        number: number.trim(),
      });
    },
    {
      form: draft,
      fields: { [UNIQUE_VIOLATION]: ['country', t('registrations.taken')] },
      invalidates: [taxKey(account_id)],
      done: t('registrations.saved'),
      onSaved: onClose,
    },
  );
  const removing = useSave((id: string) => removeRegistration(db, account_id, id), {
    invalidates: [taxKey(account_id)],
    done: t('registrations.removed'),
    onSaved: onClose,
  });
  return { saving, removing };
}

function useRegistrationDraft(registration: Registration | null, country: string) {
  const { t } = useTranslation('tax');
  const { locale } = useTaxWords();
  const { id: _id, ...saved } = registration ?? { id: '', country, region: '', scheme: 'local' as const, number: '' };
  return useDraft<RegistrationDraft>({
    saved,
    validate: ({ country, region, scheme, number }) => ({
      country: country ? undefined : t('place.countryMissing'),
      region: needsRegion(country) && !region ? t('place.regionMissing') : undefined,
      number:
        scheme === 'one_stop_shop' || mayBeNumberOf(number, country)
          ? undefined
          : t('registrations.wrongNumber', { country: countryName(country, locale) }),
    }),
  });
}

type SchemeChoiceProps = { value: RegistrationScheme; onChange: (scheme: RegistrationScheme) => void };

/** In this country alone, or for the whole EU. */
function SchemeChoice({ value, onChange }: SchemeChoiceProps) {
  const { t } = useTranslation('tax');
  return (
    <RadioGroup
      label={t('registrations.scheme')}
      orientation="vertical"
      value={value}
      onChange={(scheme) => onChange(scheme as RegistrationScheme)}
      options={[
        { id: 'local', label: t('registrations.local') },
        {
          id: 'one_stop_shop',
          label: t('registrations.oneStopShop'),
          description: t('registrations.oneStopShopText'),
        },
      ]}
    />
  );
}
