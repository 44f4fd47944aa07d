import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSite } from '#base/browser/site.tsx';
import { localeCodes } from '#base/shared/locales.ts';
import { currencyOptions } from '#features/commerce/products/rules.ts';
import { Button } from '#ui/buttons/button.tsx';
import { RadioGroup } from '#ui/fields/choice.tsx';
import { Form } from '#ui/fields/form.tsx';
import { ComboBox, Select } from '#ui/fields/select.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { themePresets } from '#ui/fields/theme-presets.ts';
import { type Draft, useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { Card } from '#ui/layout/section.tsx';
import { billingQueries, type NewSite, openAccount } from '../data.ts';
import { isSlug, siteKinds, slugOf } from '../rules.ts';

export type CreatedSite = { id: string; slug: string };

const PAUSE_MS = 300;

/** Name, address, purpose, language and currency of a new site. */
export function SiteForm({ onMade }: { onMade: (site: CreatedSite) => void }) {
  const { t } = useTranslation('billing');
  const db = useDb();
  const { locale } = useSite();
  const queries = useQueryClient();
  const draft = useDraft<NewSite>({
    saved: { title: '', slug: '', kind: 'courses', preset: 'lumen', language: locale, currency: 'EUR' },
    validate: ({ title, slug }) => ({
      title: title.trim().length >= 2 && title.trim().length <= 80 ? undefined : t('wizard.titleWrong'),
      slug: isSlug(slug) ? undefined : t('wizard.slugWrong'),
    }),
  });
  const { slug } = draft.values;
  const isFree = useFreeSlug(slug);
  const {
    save: submit,
    isSaving: isBusy,
    problem,
  } = useSave(() => openAccount(db, draft.values), {
    form: draft,
    fields: { slug_taken: ['slug', t('wizard.taken')] },
    onSaved: (id) => {
      onMade({ id, slug });
      return queries.invalidateQueries();
    },
  });
  return (
    <Form label={t('wizard.title')} problem={problem} onSubmit={() => void submit()} className="max-w-2xl">
      <AddressCard draft={draft} isFree={isFree} />
      <PurposeCard draft={draft} />
      <LocaleCard draft={draft} />
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" variant="primary" size="lg" isBusy={isBusy} isDisabled={isFree === false}>
          {t('wizard.action')}
        </Button>
        <p className="help">{t('wizard.trial')}</p>
      </div>
    </Form>
  );
}

/** Name and address; the address follows from the name until it is edited itself. */
function AddressCard({ draft, isFree }: { draft: Draft<NewSite>; isFree: boolean | undefined }) {
  const { t } = useTranslation('billing');
  const { base_domain } = useSite();
  const [isSlugOwn, setSlugOwn] = useState(false);
  const slugField = draft.field('slug');
  function name(value: string) {
    draft.set('title', value);
    if (!isSlugOwn) draft.set('slug', slugOf(value));
  }
  return (
    <Card title={t('wizard.called')}>
      <div className="grid gap-4">
        <TextField
          label={t('wizard.name')}
          autoComplete="organization"
          maxLength={80}
          isRequired
          {...draft.field('title')}
          value={draft.values.title}
          onChange={name}
        />
        <TextField
          label={t('wizard.address')}
          suffix={<span dir="ltr">.{base_domain}</span>}
          maxLength={63}
          isRequired
          {...slugField}
          onChange={(value) => {
            setSlugOwn(true);
            slugField.onChange(value.toLowerCase());
          }}
          isValid={isFree === true}
          errorMessage={slugField.errorMessage ?? (isFree === false ? t('wizard.taken') : undefined)}
          description={
            isFree ? t('wizard.free', { address: `${slugField.value}.${base_domain}` }) : t('wizard.addressHelp')
          }
        />
      </div>
    </Card>
  );
}

/** What the site is for, and its theme. */
function PurposeCard({ draft }: { draft: Draft<NewSite> }) {
  const { t } = useTranslation('billing');
  return (
    <Card title={t('wizard.will')}>
      <div className="grid gap-4">
        {siteKinds.length > 1 ? (
          <RadioGroup
            label={t('wizard.kind')}
            orientation="vertical"
            options={siteKinds.map((id) => ({ id, label: t(`kind.${id}`), description: t(`kind.${id}Text`) }))}
            value={draft.values.kind}
            onChange={(kind) => draft.set('kind', kind)}
          />
        ) : null}
        <Select
          label={t('wizard.look')}
          description={t('wizard.lookHelp')}
          options={Object.keys(themePresets).map((id) => ({ id, label: id.charAt(0).toUpperCase() + id.slice(1) }))}
          value={draft.values.preset}
          onChange={(preset) => draft.set('preset', preset)}
        />
      </div>
    </Card>
  );
}

function LocaleCard({ draft }: { draft: Draft<NewSite> }) {
  const { t } = useTranslation('billing');
  const { locale } = useSite();
  const languages = new Intl.DisplayNames(locale, { type: 'language' });
  return (
    <Card title={t('wizard.speaks')}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={t('wizard.language')}
          options={localeCodes.map((id) => ({ id, label: languages.of(id) ?? id }))}
          value={draft.values.language}
          onChange={(language) => draft.set('language', language)}
        />
        <ComboBox
          label={t('wizard.currency')}
          options={currencyOptions(locale)}
          value={draft.values.currency}
          onChange={(code) => code && draft.set('currency', code)}
        />
      </div>
    </Card>
  );
}

/** Whether nobody has the address; undefined while it is typed, looked up, or not an address. */
function useFreeSlug(slug: string): boolean | undefined {
  const db = useDb();
  const settledSlug = useSettled(slug);
  const free = useQuery({ ...billingQueries.freeSlug(db, settledSlug), enabled: isSlug(settledSlug) });
  return settledSlug === slug && isSlug(slug) ? free.data : undefined;
}

/** Debounced value. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
