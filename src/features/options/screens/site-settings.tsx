import { useTranslation } from 'react-i18next';
import { locales } from '#base/shared/locales.ts';
import { PictureField } from '#features/media/components/picture-field.tsx';
import { Switch } from '#ui/choice.tsx';
import { DateField } from '#ui/date-field.tsx';
import { Form } from '#ui/form.tsx';
import { NumberField } from '#ui/number-field.tsx';
import { SaveBar, UnsavedGuard } from '#ui/save-bar.tsx';
import { Section } from '#ui/section.tsx';
import { Select } from '#ui/select.tsx';
import { TextArea, TextField } from '#ui/text-field.tsx';
import { useDraft } from '#ui/use-draft.ts';
import { SiteSettingsFrame } from '../components/site-settings-frame.tsx';
import { useSaveOption } from '../components/use-option.ts';
import type { SiteLook } from '../data.ts';
import { safeColour } from '../rules.ts';

export default function SiteSettings() {
  const { t } = useTranslation('options');
  return (
    <SiteSettingsFrame title={t('site.title')} sentence={t('site.sentence')}>
      {(look) => <SiteForm settings={look.settings} />}
    </SiteSettingsFrame>
  );
}

const switches = ['header_darklight', 'header_search', 'header_cart', 'header_login'] as const;

function SiteForm({ settings }: { settings: SiteLook['settings'] }) {
  const { t } = useTranslation('options');
  const { save, isSaving } = useSaveOption('settings');
  const { sitetitle, tagline, defaultLanguage, icon, logo, dark_logo, logo_width, notices } = settings;
  const { header_darklight, header_search, header_cart, header_login } = settings;
  const saved = {
    ...{ sitetitle, tagline, defaultLanguage, icon, logo, dark_logo, logo_width },
    ...{ header_darklight, header_search, header_cart, header_login },
    ...notices,
  };
  const names = Object.keys(saved) as (keyof typeof saved)[];
  const draft = useDraft({
    saved,
    labels: Object.fromEntries(names.map((name) => [name, t(`fields.${name}`)])),
    validate: (values) => ({
      sitetitle: values.sitetitle.trim() ? undefined : t('problems.sitetitle'),
      header_notice_bg:
        values.header_notice_bg && !safeColour(values.header_notice_bg) ? t('problems.colour') : undefined,
      footer_notice_bg:
        values.footer_notice_bg && !safeColour(values.footer_notice_bg) ? t('problems.colour') : undefined,
      header_notice_expire:
        values.header_notice_start &&
        values.header_notice_expire &&
        values.header_notice_expire <= values.header_notice_start
          ? t('problems.expire')
          : undefined,
    }),
  });
  const { values } = draft;

  async function submit() {
    if (!draft.check()) return;
    const {
      header_notice,
      header_notice_bg,
      header_notice_start,
      header_notice_expire,
      enable_header_notice,
      footer_notice,
      footer_notice_bg,
      enable_footer_notice,
      ...own
    } = values;
    const notice = {
      ...{ header_notice, header_notice_bg, header_notice_start, header_notice_expire, enable_header_notice },
      ...{ footer_notice, footer_notice_bg, enable_footer_notice },
    };
    if (await save({ ...own, notices: notice })) draft.accept();
  }
  const picture = (name: 'icon' | 'logo' | 'dark_logo') => (
    <PictureField
      label={t(`fields.${name}`)}
      value={{ src: values[name], alt: '' }}
      isDescribed={false}
      onChange={({ src }) => draft.set(name, src)}
    />
  );
  return (
    <Form className="max-w-2xl" label={t('site.title')} onSubmit={() => void submit()}>
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
        {picture('icon')}
        {picture('logo')}
        {picture('dark_logo')}
        <NumberField
          label={t('fields.logo_width')}
          description={t('site.logoHelp', { pixels: Math.round(values.logo_width * 16) })}
          minValue={1}
          maxValue={20}
          step={0.5}
          value={values.logo_width}
          onChange={(value) => draft.set('logo_width', Number.isFinite(value) ? value : 4)}
        />
      </Section>
      <Section className="grid gap-4" title={t('site.switches')}>
        {switches.map((name) => (
          <Switch key={name} isAtEnd {...draft.toggle(name)}>
            {t(`fields.${name}`)}
          </Switch>
        ))}
      </Section>
      <Section className="grid gap-4" title={t('site.headerNotice')} sentence={t('site.noticeHelp')}>
        <Switch isAtEnd {...draft.toggle('enable_header_notice')}>
          {t('fields.enable_header_notice')}
        </Switch>
        <TextArea label={t('fields.header_notice')} rows={2} maxLength={400} {...draft.field('header_notice')} />
        <TextField
          label={t('fields.header_notice_bg')}
          isOptional
          dir="ltr"
          maxLength={60}
          {...draft.field('header_notice_bg')}
        />
        <DateField
          label={t('fields.header_notice_start')}
          isOptional
          hasTime
          value={onTheWall(values.header_notice_start)}
          onChange={(value) => draft.set('header_notice_start', fromTheWall(value))}
        />
        <DateField
          label={t('fields.header_notice_expire')}
          isOptional
          hasTime
          value={onTheWall(values.header_notice_expire)}
          errorMessage={draft.errors.header_notice_expire}
          onChange={(value) => draft.set('header_notice_expire', fromTheWall(value))}
        />
      </Section>
      <Section className="grid gap-4" title={t('site.footerNotice')}>
        <Switch isAtEnd {...draft.toggle('enable_footer_notice')}>
          {t('fields.enable_footer_notice')}
        </Switch>
        <TextArea label={t('fields.footer_notice')} rows={2} maxLength={400} {...draft.field('footer_notice')} />
        <TextField
          label={t('fields.footer_notice_bg')}
          isOptional
          dir="ltr"
          maxLength={60}
          {...draft.field('footer_notice_bg')}
        />
      </Section>
      <SaveBar changed={draft.changed} isSaving={isSaving} onDiscard={draft.discard} />
    </Form>
  );
}

/** A kept moment as the reader's wall calendar shows it, and back. */
function onTheWall(moment: string | null): string | null {
  if (!moment) return null;
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return null;
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function fromTheWall(value: string | null): string | null {
  return value ? new Date(value).toISOString() : null;
}
