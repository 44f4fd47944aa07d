import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { locales } from '#base/shared/locales.ts';
import { PictureField } from '#features/content/media/components/picture-field.tsx';
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
import type { SiteOptions } from '../data.ts';
import { settingsShape } from '../schema.ts';
import { useSaveOption } from './use-option.ts';

type Settings = SiteOptions['settings'];
type SiteDraft = ReturnType<typeof useSiteDraft>;

const switches = ['header_darklight', 'header_search', 'header_cart', 'header_login'] as const;

/** Form for the site's name, pictures, header controls and ways to sign up. */
export function SiteForm({
  settings,
  onDraft,
}: {
  settings: Settings;
  onDraft: (settings: Partial<Settings>) => void;
}) {
  const { t } = useTranslation('options');
  const { save, isSaving } = useSaveOption('settings');
  const draft = useSiteDraft(settings);
  const { values } = draft;
  useEffect(() => onDraft(values), [values, onDraft]);
  const submit = async () => {
    if (draft.check() && (await save(values))) draft.accept();
  };
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
      <LogoSection draft={draft} />
      <Section className="grid gap-4" title={t('site.switches')}>
        {switches.map((name) => (
          <Switch key={name} isAtEnd {...draft.toggle(name)}>
            {t(`fields.${name}`)}
          </Switch>
        ))}
      </Section>
      <Section className="grid gap-4" title={t('site.talk')}>
        <Switch isAtEnd description={t('site.linkPreviewsHelp')} {...draft.toggle('link_previews')}>
          {t('fields.link_previews')}
        </Switch>
      </Section>
      <Section className="grid gap-4" title={t('site.sharing')} sentence={t('site.sharingHelp')}>
        <ImageField draft={draft} name="social_picture" />
      </Section>
      <SignUpSection draft={draft} />
      <Section title={t('site.missing')} sentence={t('site.missingHelp')}>
        <TextLink href={paths.pages()}>{t('site.missingLink')}</TextLink>
      </Section>
      <SaveBar changed={draft.changed} isSaving={isSaving} onDiscard={draft.discard} />
    </Form>
  );
}

const isAddress = (value: string) => settingsShape.shape.privacy_url.safeParse(value).success;

function useSiteDraft(settings: Settings) {
  const { t } = useTranslation('options');
  const { sitetitle, tagline, defaultLanguage, icon, logo, dark_logo, logo_width } = settings;
  const { social_picture, privacy_url, terms_url, magic_link, phone_password } = settings;
  const { header_darklight, header_search, header_cart, header_login, link_previews } = settings;
  const saved = {
    ...{ sitetitle, tagline, defaultLanguage, icon, logo, dark_logo, logo_width, social_picture, privacy_url },
    ...{
      header_darklight,
      header_search,
      header_cart,
      header_login,
      terms_url,
      magic_link,
      phone_password,
      link_previews,
    },
  };
  const names = Object.keys(saved) as (keyof typeof saved)[];
  return useDraft({
    saved,
    labels: Object.fromEntries(names.map((name) => [name, t(`fields.${name}`)])),
    validate: (values) => ({
      sitetitle: values.sitetitle.trim() ? undefined : t('problems.sitetitle'),
      privacy_url: isAddress(values.privacy_url) ? undefined : t('problems.privacy'),
      terms_url: isAddress(values.terms_url) ? undefined : t('problems.privacy'),
    }),
  });
}

function ImageField({ draft, name }: { draft: SiteDraft; name: 'icon' | 'logo' | 'dark_logo' | 'social_picture' }) {
  const { t } = useTranslation('options');
  return (
    <PictureField
      label={t(`fields.${name}`)}
      value={{ src: draft.values[name], alt: '' }}
      isDescribed={false}
      onChange={({ src }) => draft.set(name, src)}
    />
  );
}

function LogoSection({ draft }: { draft: SiteDraft }) {
  const { t } = useTranslation('options');
  const { logo_width } = draft.values;
  return (
    <Section className="grid gap-4" title={t('site.pictures')}>
      <ImageField draft={draft} name="icon" />
      <ImageField draft={draft} name="logo" />
      <ImageField draft={draft} name="dark_logo" />
      <NumberField
        label={t('fields.logo_width')}
        description={t('site.logoHelp', { pixels: Math.round(logo_width * 16) })}
        digits={1}
        minValue={10}
        maxValue={200}
        fallback={40}
        value={Math.round(logo_width * 10)}
        onChange={(tenths) => draft.set('logo_width', tenths / 10)}
      />
    </Section>
  );
}

/** What visitors accept when they sign up, and the ways to do so. */
function SignUpSection({ draft }: { draft: SiteDraft }) {
  const { t } = useTranslation('options');
  const { canText } = useSite();
  return (
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
      {canText ? (
        <Switch isAtEnd description={t('site.phonePasswordHelp')} {...draft.toggle('phone_password')}>
          {t('fields.phone_password')}
        </Switch>
      ) : null}
    </Section>
  );
}
