import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { RadioGroup } from '#ui/choice.tsx';
import { contrast, parseCssColor } from '#ui/color.ts';
import { ColorField } from '#ui/color-field.tsx';
import { Form } from '#ui/form.tsx';
import { SaveBar, UnsavedGuard } from '#ui/save-bar.tsx';
import { Section } from '#ui/section.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { Select } from '#ui/select.tsx';
import { useDraft } from '#ui/use-draft.ts';
import { SiteSettingsFrame } from '../components/site-settings-frame.tsx';
import { fontPairs, fontsOf, themeValues, wholeTheme } from '../components/theme-values.ts';
import { useSaveOption } from '../components/use-option.ts';
import type { SiteLook } from '../data.ts';

export default function ThemeSettings() {
  const { t } = useTranslation('options');
  return (
    <SiteSettingsFrame title={t('theme.title')} sentence={t('theme.sentence')}>
      {(look) => <ThemeForm theme={look.theme} title={look.settings.sitetitle} />}
    </SiteSettingsFrame>
  );
}

type Half = 'light' | 'dark';

/** The colours an owner may set, each with the one that stands on it and how much they must differ. */
const colours = [
  { name: '--color-base-100', on: '--color-base-content', least: 7 },
  { name: '--color-base-content', on: '--color-base-100', least: 7 },
  { name: '--color-primary', on: '--color-primary-content', least: 4.5 },
  { name: '--color-primary-content', on: '--color-primary', least: 4.5 },
  { name: '--color-accent', on: '--color-accent-content', least: 4.5 },
  { name: '--color-accent-content', on: '--color-accent', least: 4.5 },
  { name: '--color-neutral', on: '--color-neutral-content', least: 4.5 },
  { name: '--color-neutral-content', on: '--color-neutral', least: 4.5 },
] as const;

function ThemeForm({ theme, title }: { theme: SiteLook['theme']; title: string }) {
  const { t } = useTranslation('options');
  const { save, isSaving } = useSaveOption('theme');
  const [half, setHalf] = useState<Half>('light');
  const draft = useDraft({
    saved: { bodyStyle: theme.bodyStyle, preset: theme.preset, light: theme.light, dark: theme.dark },
    labels: {
      bodyStyle: t('theme.bodyStyle'),
      preset: t('theme.preset'),
      light: t('theme.light'),
      dark: t('theme.dark'),
    },
  });
  const { values } = draft;
  const whole = wholeTheme(themeValues(values));
  const now = whole[half];
  const change = (name: string, value: string) => draft.set(half, { ...values[half], [name]: value });
  return (
    <div className="grid gap-8 lg:grid-cols-2">
      <Form label={t('theme.title')} onSubmit={() => void save(values).then((isSaved) => isSaved && draft.accept())}>
        <UnsavedGuard changed={draft.changed} />
        <Section className="grid gap-4" title={t('theme.begin')}>
          <Select
            label={t('theme.preset')}
            description={t('theme.presetHelp')}
            options={(['plain', 'lumen', 'atelier'] as const).map((id) => ({ id, label: t(`theme.presets.${id}`) }))}
            value={values.preset}
            onChange={(preset) => draft.set('preset', preset as typeof values.preset)}
          />
          <RadioGroup
            label={t('theme.bodyStyle')}
            options={(['wide', 'boxed'] as const).map((id) => ({ id, label: t(`theme.bodyStyles.${id}`) }))}
            value={values.bodyStyle}
            onChange={(style) => draft.set('bodyStyle', style as typeof values.bodyStyle)}
          />
          <Select
            label={t('theme.fonts')}
            options={Object.keys(fontPairs).map((id) => ({ id, label: t(`theme.fontPairs.${id}`) }))}
            value={fontsOf(whole.light)}
            onChange={(id) => draft.set('light', { ...values.light, ...fontPairs[id as keyof typeof fontPairs] })}
          />
        </Section>
        <Section
          className="grid gap-4"
          title={t('theme.colours')}
          sentence={t('theme.coloursHelp')}
          actions={
            <Segmented
              label={t('theme.half')}
              options={(['light', 'dark'] as const).map((id) => ({ id, label: t(`theme.${id}`) }))}
              value={half}
              onChange={(id) => setHalf(id as Half)}
            />
          }
        >
          {colours.map(({ name, on, least }) => {
            const ratio = ratioOf(now[name], now[on]);
            return (
              <div key={name} className="grid gap-1">
                <ColorField
                  label={t(`theme.names.${name.slice(8)}`)}
                  value={hexOf(now[name])}
                  onChange={(hex) => change(name, hex)}
                />
                <p className="help flex items-center gap-1" role={ratio < least ? 'alert' : undefined}>
                  {ratio < least ? (
                    <TriangleAlert aria-hidden="true" size={14} className="text-warning" />
                  ) : (
                    <CircleCheck aria-hidden="true" size={14} className="text-success" />
                  )}
                  {t(ratio < least ? 'theme.tooClose' : 'theme.clear', { ratio: ratio.toFixed(1), least })}
                </p>
              </div>
            );
          })}
          <div>
            <Button variant="quiet" onPress={() => draft.set(half, {})}>
              {t('theme.reset')}
            </Button>
          </div>
        </Section>
        <SaveBar changed={draft.changed} isSaving={isSaving} onDiscard={draft.discard} />
      </Form>
      <ThemePreview half={half} variables={{ ...whole.light, ...(half === 'dark' ? whole.dark : {}) }} title={title} />
    </div>
  );
}

/** A piece of the site in the theme as it stands in the form. */
function ThemePreview({ half, variables, title }: { half: Half; variables: Record<string, string>; title: string }) {
  const { t } = useTranslation('options');
  return (
    <section aria-label={t('theme.preview')} className="lg:sticky lg:top-4 lg:self-start">
      <div
        data-theme={half}
        className="theme-preview"
        style={variables as React.CSSProperties}
        // The picture of a page, not a page: nothing in it can be reached.
        inert
      >
        <p className="brand p-4">{title}</p>
        <div className="band band-ink p-6">
          <p className="hd d-32">{t('theme.sampleTitle')}</p>
        </div>
        <div className="grid gap-4 p-6">
          <p className="hd d-24">{t('theme.sampleHeading')}</p>
          <p>{t('theme.sampleText')}</p>
          <p className="block-buttons">
            <span className="btn btn-primary btn-lg">{t('theme.sampleButton')}</span>
            <span className="btn btn-line btn-lg">{t('theme.sampleOther')}</span>
          </p>
        </div>
        <div className="band band-accent p-6">
          <p className="hd d-24">{t('theme.sampleAccent')}</p>
        </div>
      </div>
    </section>
  );
}

function ratioOf(one: string | undefined, other: string | undefined): number {
  try {
    return contrast(parseCssColor(one ?? ''), parseCssColor(other ?? ''));
  } catch {
    return 1;
  }
}

function hexOf(colour: string | undefined): string {
  try {
    const { red, green, blue } = parseCssColor(colour ?? '');
    const pair = (channel: number) =>
      Math.round(Math.min(1, Math.max(0, channel)) * 255)
        .toString(16)
        .padStart(2, '0');
    return `#${pair(red)}${pair(green)}${pair(blue)}`;
  } catch {
    return '#000000';
  }
}
