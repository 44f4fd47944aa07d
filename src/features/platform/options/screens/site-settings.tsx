import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { locales } from '#base/shared/locales.ts';
import { PictureField } from '#features/content/media/components/picture-field.tsx';
import { ProviderList } from '#features/platform/members/components/provider-list.tsx';
import { paths } from '#paths';
import { TextLink } from '#ui/buttons/link.tsx';
import { Switch } from '#ui/fields/choice.tsx';
import { Form } from '#ui/fields/form.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { SaveBar, UnsavedGuard } from '#ui/fields/save-bar.tsx';
import { Select } from '#ui/fields/select.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { Section } from '#ui/layout/section.tsx';
import { NoticeForm } from '../components/notice-form.tsx';
import { SitePreview } from '../components/site-preview.tsx';
import { SiteSettingsFrame } from '../components/site-settings-frame.tsx';
import { useSaveOption } from '../components/use-option.ts';
import type { SiteLook } from '../data.ts';
import { settingsShape } from '../schema.ts';

type Settings = SiteLook['settings'];

export default function SiteSettings() {
  const { t } = useTranslation('options');
  return (
    <SiteSettingsFrame title={t('site.title')} description={t('site.sentence')}>
      {(options) => <Site settings={options.settings} />}
    </SiteSettingsFrame>
  );
}

function Site({ settings }: { settings: Settings }) {
  const [ownValues, setOwnValues] = useState<Partial<Settings>>({});
  const [notices, setNotices] = useState(settings.notices);
  return (
    <div className="grid gap-8 xl:grid-cols-2">
      <div className="grid content-start gap-8">
        <SiteForm settings={settings} onDraft={setOwnValues} />
        <ProviderList />
        <NoticeForm notices={settings.notices} onDraft={setNotices} />
      </div>
      <SitePreview
        className="xl:sticky xl:top-[calc(var(--stuck-h)+var(--s-4))] xl:self-start"
        draft={{ settings: { ...settings, ...ownValues, notices } }}
      />
    </div>
  );
}

const switches = ['header_darklight', 'header_search', 'header_cart', 'header_login'] as const;

const isAddress = (value: string) => settingsShape.shape.privacy_url.safeParse(value).success;

function SiteForm({ settings, onDraft }: { settings: Settings; onDraft: (settings: Partial<Settings>) => void }) {
  const { t } = useTranslation('options');
  const { save, isSaving } = useSaveOption('settings');
  const { sitetitle, tagline, defaultLanguage, icon, logo, dark_logo, logo_width } = settings;
  const { social_picture, privacy_url, terms_url, magic_link, phone_password } = settings;
  const { header_darklight, header_search, header_cart, header_login } = settings;
  const saved = {
    ...{ sitetitle, tagline, defaultLanguage, icon, logo, dark_logo, logo_width, social_picture, privacy_url },
    ...{ header_darklight, header_search, header_cart, header_login, terms_url, magic_link, phone_password },
  };
  const names = Object.keys(saved) as (keyof typeof saved)[];
  const draft = useDraft({
    saved,
    labels: Object.fromEntries(names.map((name) => [name, t(`fields.${name}`)])),
    validate: (values) => ({
      sitetitle: values.sitetitle.trim() ? undefined : t('problems.sitetitle'),
      privacy_url: isAddress(values.privacy_url) ? undefined : t('problems.privacy'),
      terms_url: isAddress(values.terms_url) ? undefined : t('problems.privacy'),
    }),
  });
  const { values } = draft;
  useEffect(() => onDraft(values), [values, onDraft]);
  const submit = async () => {
    if (draft.check() && (await save(values))) draft.accept();
  };
  const imageField = (name: 'icon' | 'logo' | 'dark_logo' | 'social_picture') => (
    <PictureField
      label={t(`fields.${name}`)}
      value={{ src: values[name], alt: '' }}
      isDescribed={false}
      onChange={({ src }) => draft.set(name, src)}
    />
  );
  return (
    <Form label={t('site.title')} onSubmit={() => void submit()}>
      <UnsavedGuard changed={draft.changed} />
      <Section className="grid gap-4" title={t('site.name')}>
        <TextField label={t('fields.sitetitle')} maxLength={80} {...draft.field('sitetitle')} />
        <TextField label={t('fields.tagline')} isOptional maxLength={160} {...draft.field('tagline')} />
        <Select
          label={t('fields.defaultLanguage')}
          options={locales.map(({ code, name }) => ({ id: code, label: name }))}
          value={values.defaultLanguage}
          onChange={(code) => draft.set('defaultLanguage', code)}
        />
      </Section>
      <Section className="grid gap-4" title={t('site.pictures')}>
        {imageField('icon')}
        {imageField('logo')}
        {imageField('dark_logo')}
        <NumberField
          label={t('fields.logo_width')}
          description={t('site.logoHelp', { pixels: Math.round(values.logo_width * 16) })}
          digits={1}
          minValue={10}
          maxValue={200}
          fallback={40}
          value={Math.round(values.logo_width * 10)}
          onChange={(tenths) => draft.set('logo_width', tenths / 10)}
        />
      </Section>
      <Section className="grid gap-4" title={t('site.switches')}>
        {switches.map((name) => (
          <Switch key={name} isAtEnd {...draft.toggle(name)}>
            {t(`fields.${name}`)}
          </Switch>
        ))}
      </Section>
      <Section className="grid gap-4" title={t('site.sharing')} sentence={t('site.sharingHelp')}>
        {imageField('social_picture')}
      </Section>
      <Section className="grid gap-4" title={t('site.doors')}>
        <TextField
          label={t('fields.terms_url')}
          description={t('site.termsHelp')}
          isOptional
          dir="ltr"
          maxLength={500}
          {...draft.field('terms_url')}
        />
        <TextField
          label={t('fields.privacy_url')}
          description={t('site.privacyHelp')}
          isOptional
          dir="ltr"
          maxLength={500}
          {...draft.field('privacy_url')}
        />
        <Switch isAtEnd description={t('site.magicLinkHelp')} {...draft.toggle('magic_link')}>
          {t('fields.magic_link')}
        </Switch>
        {useSite().canText ? (
          <Switch isAtEnd description={t('site.phonePasswordHelp')} {...draft.toggle('phone_password')}>
            {t('fields.phone_password')}
          </Switch>
        ) : null}
      </Section>
      <Section title={t('site.missing')} sentence={t('site.missingHelp')}>
        <TextLink href={paths.pages()}>{t('site.missingLink')}</TextLink>
      </Section>
      <SaveBar changed={draft.changed} isSaving={isSaving} onDiscard={draft.discard} />
    </Form>
  );
}
