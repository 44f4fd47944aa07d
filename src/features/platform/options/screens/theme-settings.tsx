import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { RadioGroup } from '#ui/fields/choice.tsx';
import { Form } from '#ui/fields/form.tsx';
import { SaveBar, UnsavedGuard } from '#ui/fields/save-bar.tsx';
import { Segmented } from '#ui/fields/segmented.tsx';
import { Select } from '#ui/fields/select.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { Section } from '#ui/layout/section.tsx';
import { showError } from '#ui/overlays/toaster.tsx';
import { SitePreview } from '../components/site-preview.tsx';
import { SiteSettingsFrame } from '../components/site-settings-frame.tsx';
import { ThemeColours } from '../components/theme-colours.tsx';
import { type ColourName, firstUnreadable, softBackgrounds } from '../components/theme-contrast.ts';
import {
  fontPairs,
  fontsOf,
  radii,
  radiusOf,
  type ThemeMode,
  themeModes,
  themeVariables,
} from '../components/theme-values.ts';
import { useSaveOption } from '../components/use-option.ts';
import type { SiteOptions } from '../data.ts';

export default function ThemeSettings() {
  const { t } = useTranslation('options');
  return (
    <SiteSettingsFrame title={t('theme.title')} description={t('theme.sentence')}>
      {(options) => <ThemeForm theme={options.theme} />}
    </SiteSettingsFrame>
  );
}

type ThemeDraft = ReturnType<typeof useThemeDraft>;

function ThemeForm({ theme }: { theme: SiteOptions['theme'] }) {
  const { t } = useTranslation('options');
  const { save, isSaving } = useSaveOption('theme');
  const [mode, setMode] = useState<ThemeMode>('light');
  const draft = useThemeDraft(theme);
  const { values } = draft;

  async function submit() {
    const unreadableMode = themeModes.find((candidate) => firstUnreadable(themeVariables(values, candidate)) !== null);
    if (unreadableMode) {
      setMode(unreadableMode);
      return showError(t('theme.refused', { half: t(`theme.${unreadableMode}`) }));
    }
    if (await save(values)) draft.accept();
  }
  return (
    <div className="grid gap-8 lg:grid-cols-2">
      <Form label={t('theme.title')} onSubmit={() => void submit()}>
        <UnsavedGuard changed={draft.changed} />
        <StyleSection draft={draft} />
        <ColourSection draft={draft} saved={theme} mode={mode} onModeChange={setMode} />
        <SaveBar changed={draft.changed} isSaving={isSaving} onDiscard={draft.discard} />
      </Form>
      <SitePreview
        className="lg:sticky lg:top-[calc(var(--stuck-h)+var(--s-4))] lg:self-start"
        draft={{ theme: values }}
        mode={mode}
      />
    </div>
  );
}

function useThemeDraft({ bodyStyle, preset, light, dark, night }: SiteOptions['theme']) {
  const { t } = useTranslation('options');
  return useDraft({
    saved: { bodyStyle, preset, light, dark, night },
    labels: {
      bodyStyle: t('theme.bodyStyle'),
      preset: t('theme.preset'),
      light: t('theme.light'),
      dark: t('theme.dark'),
      night: t('theme.night'),
    },
  });
}

/** The preset, and the fonts and radii that override its own. */
function StyleSection({ draft }: { draft: ThemeDraft }) {
  const { t } = useTranslation('options');
  const { values } = draft;
  const shapes = themeVariables(values, 'light');
  const setShape = (radius: Record<string, string>) => draft.set('light', { ...values.light, ...radius });
  return (
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
        value={fontsOf(shapes)}
        onChange={(id) => setShape(fontPairs[id as keyof typeof fontPairs])}
      />
      <Select
        label={t('theme.radius')}
        options={Object.keys(radii).map((id) => ({ id, label: t(`theme.radii.${id}`) }))}
        value={radiusOf(shapes)}
        onChange={(id) => setShape(radii[id as keyof typeof radii])}
      />
    </Section>
  );
}

/** The colours of one mode. */
function ColourSection({
  draft,
  saved,
  mode,
  onModeChange,
}: {
  draft: ThemeDraft;
  saved: SiteOptions['theme'];
  mode: ThemeMode;
  onModeChange: (mode: ThemeMode) => void;
}) {
  const { t } = useTranslation('options');
  const { values } = draft;
  const variables = themeVariables(values, mode);
  const savedVariables = themeVariables(saved, mode);
  const touched = new Set(Object.keys(variables).filter((name) => variables[name] !== savedVariables[name]));

  function change(name: ColourName, hex: string) {
    const changed = { ...variables, [`--color-${name}`]: hex };
    const soft =
      name === 'base-100' || name === 'base-content'
        ? softBackgrounds(changed['--color-base-100'] ?? '', changed['--color-base-content'] ?? '')
        : {};
    draft.set(mode, { ...values[mode], ...soft, [`--color-${name}`]: hex });
  }
  /** Resets the colours; fonts and radii, which are stored in the light mode, are kept. */
  function reset() {
    draft.set(mode, Object.fromEntries(Object.entries(values[mode]).filter(([name]) => !name.startsWith('--color-'))));
  }
  return (
    <Section
      className="grid gap-4"
      title={t('theme.colours')}
      sentence={t('theme.coloursHelp')}
      actions={
        <Segmented
          label={t('theme.half')}
          options={themeModes.map((id) => ({ id, label: t(`theme.${id}`) }))}
          value={mode}
          onChange={onModeChange}
        />
      }
    >
      <ThemeColours variables={variables} touched={touched} onChange={change} />
      <div>
        <Button variant="quiet" onPress={reset}>
          {t('theme.reset')}
        </Button>
      </div>
    </Section>
  );
}
