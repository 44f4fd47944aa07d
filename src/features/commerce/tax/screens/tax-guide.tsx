import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { countryName } from '#base/shared/countries.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Note } from '#ui/display/states.tsx';
import { RadioGroup } from '#ui/fields/choice.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { type Draft, useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { Card } from '#ui/layout/section.tsx';
import type { PublishedRate } from '../rates/schema.ts';
import { hasTaxByRegion } from '../rules.ts';
import { saveRegistration, saveSeller, taxKey } from '../sellers/data.ts';
import {
  type EuSales,
  euSales,
  isUsedToIncluded,
  mayBeNumberOf,
  needsRegion,
  registrationsOf,
  sellerOf,
} from '../sellers/rules.ts';
import type { TaxSeller } from '../sellers/schema.ts';
import { PlaceFields } from './place-fields.tsx';
import { useTaxWords } from './use-tax-words.ts';

type Answers = {
  country: string;
  region: string;
  registered: '' | 'yes' | 'no';
  number: string;
  prices: 'included' | 'excluded';
  eu: EuSales;
};

type TaxGuideProps = { seller: TaxSeller; published: readonly PublishedRate[] };

/** Three questions for who begins: where they are, whether they are registered, and what their prices mean. */
export function TaxGuide({ seller, published }: TaxGuideProps) {
  const { t } = useTranslation('tax');
  const db = useDb();
  const { account_id } = useAccount();
  const draft = useAnswers(seller);
  const { values } = draft;
  const rate = published.find(({ country }) => country === values.country);
  const isInEu = rate?.is_in_eu ?? false;
  const isRegistered = values.registered === 'yes';
  const { save, isSaving, problem } = useSave(
    async () => {
      const answers = { ...values, isRegistered, includesTax: values.prices === 'included' };
      // Tax is switched on last: what fails on the way leaves the shop as it was.
      for (const registration of registrationsOf(answers, isInEu))
        await saveRegistration(db, account_id, null, registration);
      await saveSeller(db, account_id, sellerOf(answers, isInEu));
    },
    {
      form: draft,
      invalidates: [taxKey(account_id)],
      done: t(isRegistered ? 'collect.started' : 'guide.savedNone'),
    },
  );
  return (
    <Card title={t('guide.title')} sentence={t('guide.text')}>
      <Form label={t('guide.title')} problem={problem} onSubmit={() => void save()}>
        <PlaceFields
          label={t('guide.country')}
          region={hasTaxByRegion(values.country) ? 'required' : 'none'}
          value={values}
          onChange={({ country, region }) => {
            if (country !== values.country) draft.set('prices', isUsedToIncluded(country) ? 'included' : 'excluded');
            draft.set('country', country);
            draft.set('region', region);
          }}
          errors={draft.errors}
        />
        {values.country ? <Registered draft={draft} taxName={rate?.name ?? ''} /> : null}
        {values.registered === 'no' ? <Note>{t('guide.notRegistered')}</Note> : null}
        {isRegistered ? <Terms draft={draft} isInEu={isInEu} /> : null}
        {values.registered ? (
          <div>
            <Button type="submit" variant="primary" isBusy={isSaving}>
              {t(isRegistered ? 'guide.start' : 'guide.saveNone')}
            </Button>
          </div>
        ) : null}
      </Form>
    </Card>
  );
}

function useAnswers(seller: TaxSeller): Draft<Answers> {
  const { t } = useTranslation('tax');
  const { locale } = useSite();
  return useDraft<Answers>({
    saved: {
      country: seller.country,
      region: hasTaxByRegion(seller.country) ? seller.region : '',
      registered: seller.country ? 'no' : '',
      number: seller.vat_number,
      prices: isUsedToIncluded(seller.country) ? 'included' : 'excluded',
      eu: 'below',
    },
    validate: ({ country, region, registered, number }) => ({
      country: country ? undefined : t('place.countryMissing'),
      region: needsRegion(country) && !region ? t('place.regionMissing') : undefined,
      registered: country && !registered ? t('guide.chooseOne') : undefined,
      number:
        registered !== 'yes' || mayBeNumberOf(number, country)
          ? undefined
          : t('registrations.wrongNumber', { country: countryName(country, locale) }),
    }),
  });
}

/** Whether the owner is registered, and under which number. */
function Registered({ draft, taxName }: { draft: Draft<Answers>; taxName: string }) {
  const { t } = useTranslation('tax');
  const { nameOf, placeOf } = useTaxWords();
  const { values } = draft;
  const place = placeOf({ country: values.country, region: needsRegion(values.country) ? values.region : '' });
  return (
    <>
      <RadioGroup
        label={t('guide.registered', { tax: nameOf(taxName) || t('names.tax'), place })}
        description={t('guide.registeredHelp')}
        value={values.registered}
        onChange={(next) => draft.set('registered', next === 'yes' ? 'yes' : 'no')}
        errorMessage={draft.errors.registered}
        options={(['yes', 'no'] as const).map((id) => ({ id, label: t(`guide.${id}`) }))}
      />
      {values.registered === 'yes' ? (
        <TextField
          label={t('registrations.number')}
          description={t('guide.numberHelp')}
          maxLength={30}
          dir="ltr"
          isOptional
          {...draft.field('number')}
        />
      ) : null}
    </>
  );
}

/** What the prices mean, and how sales to other EU countries are taxed. */
function Terms({ draft, isInEu }: { draft: Draft<Answers>; isInEu: boolean }) {
  const { t } = useTranslation('tax');
  const { threshold: limit } = useTaxWords();
  const { values } = draft;
  return (
    <>
      <RadioGroup
        label={t('prices.label')}
        orientation="vertical"
        value={values.prices}
        onChange={(next) => draft.set('prices', next === 'included' ? 'included' : 'excluded')}
        options={(['included', 'excluded'] as const).map((id) => ({
          id,
          label: t(`prices.${id}`),
          description: t(`prices.${id}Text`),
        }))}
      />
      {isInEu ? (
        <RadioGroup
          label={t('eu.label')}
          orientation="vertical"
          value={values.eu}
          onChange={(next) => draft.set('eu', next as EuSales)}
          options={euSales.map((id) => ({
            id,
            label: t(`eu.${id}`, { limit }),
            description: t(`eu.${id}Text`),
          }))}
        />
      ) : null}
    </>
  );
}
