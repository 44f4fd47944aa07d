import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowUpRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useSite } from '#base/browser/site.tsx';
import { localeCodes } from '#base/shared/locales.ts';
import { currencyOptions } from '#features/commerce/products/rules.ts';
import { useOpenSite } from '#features/platform/reports/components/use-open-site.ts';
import { paths } from '#paths';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { RadioGroup } from '#ui/fields/choice.tsx';
import { Form } from '#ui/fields/form.tsx';
import { ComboBox, Select } from '#ui/fields/select.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { themePresets } from '#ui/fields/theme-presets.ts';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { Card } from '#ui/layout/section.tsx';
import { billingQueries, type NewSite, openAccount } from '../data.ts';
import { isSlug, siteKinds, slugOf } from '../rules.ts';

export type CreatedSite = { id: string; slug: string };

const PAUSE_MS = 300;

/** Wizard that creates a site: name, slug and purpose. */
export function SiteWizard({ made, onMade }: { made: CreatedSite | null; onMade: (site: CreatedSite) => void }) {
  const { t } = useTranslation('billing');
  return (
    <main id="content" className="page">
      <PageHeader
        title={t(made ? 'wizard.liveTitle' : 'wizard.title')}
        sentence={t(made ? 'wizard.live' : 'wizard.sentence')}
      />
      {made ? <Opened site={made} /> : <SiteForm onMade={onMade} />}
    </main>
  );
}

function SiteForm({ onMade }: { onMade: (site: CreatedSite) => void }) {
  const { t } = useTranslation('billing');
  const db = useDb();
  const { locale, base_domain } = useSite();
  const queries = useQueryClient();
  const [isSlugOwn, setSlugOwn] = useState(false);
  const draft = useDraft<NewSite>({
    saved: { title: '', slug: '', kind: 'courses', preset: 'lumen', language: locale, currency: 'EUR' },
    validate: ({ title, slug }) => ({
      title: title.trim().length >= 2 && title.trim().length <= 80 ? undefined : t('wizard.titleWrong'),
      slug: isSlug(slug) ? undefined : t('wizard.slugWrong'),
    }),
  });
  const { title, slug, currency } = draft.values;
  const settledSlug = useSettled(slug);
  const free = useQuery({ ...billingQueries.freeSlug(db, settledSlug), enabled: isSlug(settledSlug) });
  const isKnown = settledSlug === slug && isSlug(slug) && free.data !== undefined;
  const languages = new Intl.DisplayNames(locale, { type: 'language' });

  function name(value: string) {
    draft.set('title', value);
    if (!isSlugOwn) draft.set('slug', slugOf(value));
  }
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
  const slugField = draft.field('slug');
  const isTaken = isKnown && free.data === false;
  return (
    <Form label={t('wizard.title')} problem={problem} onSubmit={() => void submit()} className="max-w-2xl">
      <Card title={t('wizard.called')}>
        <div className="grid gap-4">
          <TextField
            label={t('wizard.name')}
            autoComplete="organization"
            maxLength={80}
            isRequired
            {...draft.field('title')}
            value={title}
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
            isValid={isKnown && free.data === true}
            errorMessage={slugField.errorMessage ?? (isTaken ? t('wizard.taken') : undefined)}
            description={
              isKnown && free.data ? t('wizard.free', { address: `${slug}.${base_domain}` }) : t('wizard.addressHelp')
            }
          />
        </div>
      </Card>
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
            value={currency}
            onChange={(code) => code && draft.set('currency', code)}
          />
        </div>
      </Card>
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" variant="primary" size="lg" isBusy={isBusy} isDisabled={isTaken}>
          {t('wizard.action')}
        </Button>
        <p className="help">{t('wizard.trial')}</p>
      </div>
    </Form>
  );
}

function Opened({ site }: { site: CreatedSite }) {
  const { t } = useTranslation('billing');
  const { base_domain } = useSite();
  const { open, isBusy } = useOpenSite();
  return (
    <Card>
      <div className="grid gap-4">
        <p dir="ltr" className="text-lg font-semibold">{`${site.slug}.${base_domain}`}</p>
        <div className="flex flex-wrap gap-3">
          <Button variant="primary" iconEnd={ArrowUpRight} isBusy={isBusy} onPress={() => open(site.id)}>
            {t('app.open')}
          </Button>
          <LinkButton href={paths.setup(site.id)}>{t('wizard.next')}</LinkButton>
        </div>
      </div>
    </Card>
  );
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
