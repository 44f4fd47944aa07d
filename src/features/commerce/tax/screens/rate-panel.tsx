import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { type Draft, useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { saveRates } from '../rates/data.ts';
import { formatRate, hasOwnRate } from '../rates/rules.ts';
import type { PlaceRates, RateClass } from '../rates/schema.ts';
import { hasTaxByRegion } from '../rules.ts';
import { taxKey } from '../sellers/data.ts';
import { PlaceFields } from './place-fields.tsx';
import { useTaxWords } from './use-tax-words.ts';

/** Rates have three digits: 8.875% is 8875 in a field. */
const SCALE = 1_000;
const DIGITS = 3;

type RateValues = { country: string; region: string; name: string; standard: number | null; reduced: number | null };

type RatePanelProps = {
  /** Without it, one is chosen. */
  place: PlaceRates | null;
  places: readonly PlaceRates[];
  onClose: () => void;
};

/** The rates of a shop's own at one place; an empty one is the published one. */
export function RatePanel({ place, places, onClose }: RatePanelProps) {
  const { t } = useTranslation('tax');
  const { placeOf } = useTaxWords();
  const draft = useRateDraft(place);
  const { values } = draft;
  const { saving, removing } = useRateWrites(draft, onClose);
  return (
    <SidePanel
      title={place ? placeOf(place) : t('rates.add')}
      isOpen
      isChanged={draft.isChanged}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          {place && hasOwnRate(place) ? (
            <Button variant="danger-line" isBusy={removing.isSaving} onPress={() => void removing.save()}>
              {t('rates.remove')}
            </Button>
          ) : null}
          <Button variant="primary" type="submit" form="tax-rate" isBusy={saving.isSaving}>
            {t('panel.save')}
          </Button>
        </>
      }
    >
      <Form
        id="tax-rate"
        label={place ? placeOf(place) : t('rates.add')}
        problem={saving.problem}
        onSubmit={() => void saving.save()}
      >
        <p className="help">{t('rates.help')}</p>
        {place ? null : (
          <PlaceFields
            label={t('place.country')}
            region={hasTaxByRegion(values.country) ? 'optional' : 'none'}
            value={values}
            onChange={({ country, region }) => {
              draft.set('country', country);
              draft.set('region', region);
              // What the place has already stays, unless it is changed here.
              const chosen = places.find((row) => row.country === country && row.region === region);
              draft.set('name', chosen?.name ?? '');
              draft.set('standard', scaledOf(chosen?.own.standard ?? null));
              draft.set('reduced', scaledOf(chosen?.own.reduced ?? null));
            }}
            errors={draft.errors}
          />
        )}
        <RateFields draft={draft} places={places} />
        <TextField label={t('rates.name')} description={t('rates.nameHelp')} maxLength={60} {...draft.field('name')} />
      </Form>
    </SidePanel>
  );
}

/** Both rates, each with the published one that an empty field stands for. */
function RateFields({ draft, places }: { draft: Draft<RateValues>; places: readonly PlaceRates[] }) {
  const { t } = useTranslation('tax');
  const { locale } = useTaxWords();
  const { values } = draft;
  const published = places.find(
    ({ country, region }) => country === values.country && region === values.region,
  )?.published;
  const rateField = (tax_class: RateClass) => {
    const rate = published?.[tax_class];
    return {
      label: t(`classes.${tax_class}`),
      description:
        typeof rate === 'number' ? t('rates.published', { rate: formatRate(rate, locale) }) : t('rates.unpublished'),
      ...draft.field(tax_class),
    };
  };
  return (
    <>
      <NumberField digits={DIGITS} maxValue={100 * SCALE} suffix="%" isOptional {...rateField('standard')} />
      <NumberField digits={DIGITS} maxValue={100 * SCALE} suffix="%" isOptional {...rateField('reduced')} />
    </>
  );
}

function useRateWrites(draft: Draft<RateValues>, onClose: () => void) {
  const { t } = useTranslation('tax');
  const db = useDb();
  const { account_id } = useAccount();
  const { values } = draft;
  const saveAs = (rates: Record<RateClass, number | null>) => {
    const { country, region, name } = values;
    return saveRates(db, account_id, { country, region, name: name.trim(), rates });
  };
  const write = { invalidates: [taxKey(account_id)], onSaved: onClose };
  const saving = useSave(() => saveAs({ standard: percentOf(values.standard), reduced: percentOf(values.reduced) }), {
    ...write,
    form: draft,
    done: t('rates.saved'),
  });
  const removing = useSave(() => saveAs({ standard: null, reduced: null }), { ...write, done: t('rates.removed') });
  return { saving, removing };
}

const percentOf = (scaled: number | null) => (scaled === null ? null : scaled / SCALE);
const scaledOf = (percent: number | null) => (percent === null ? null : Math.round(percent * SCALE));

function useRateDraft(place: PlaceRates | null) {
  const { t } = useTranslation('tax');
  return useDraft<RateValues>({
    saved: {
      country: place?.country ?? '',
      region: place?.region ?? '',
      name: place?.name ?? '',
      standard: scaledOf(place?.own.standard ?? null),
      reduced: scaledOf(place?.own.reduced ?? null),
    },
    validate: ({ country, name, standard, reduced }) => ({
      country: country ? undefined : t('place.countryMissing'),
      name: name.trim() ? undefined : t('rates.nameMissing'),
      standard: !place && standard === null && reduced === null ? t('rates.rateMissing') : undefined,
    }),
  });
}
