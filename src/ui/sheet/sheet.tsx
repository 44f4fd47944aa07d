import '../../app/styles/dashboard.css';
import { createInstance } from 'i18next';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router';
import arabic from '../../../locales/ar/ui.json' with { type: 'json' };
import english from '../../../locales/en/ui.json' with { type: 'json' };
import { setTheme, ThemeSwitcher, themeNames } from '../buttons/theme-switcher.tsx';
import { themePresets, themeStyleText } from '../fields/theme-presets.ts';
import { PageHeader } from '../layout/page-header.tsx';
import { UiProvider } from '../layout/ui-provider.tsx';
import { Toaster } from '../overlays/toaster.tsx';
import { ControlsPart } from './controls-part.tsx';
import { FieldsPart } from './fields-part.tsx';
import { ListsPart } from './lists-part.tsx';
import { OverlaysPart } from './overlays-part.tsx';
import { StatesPart } from './states-part.tsx';
import { TablePart } from './table-part.tsx';

/** `?theme=night`, `?lang=ar`, `?preset=atelier`: options for screenshots of the sheet. */
const query = new URLSearchParams(location.search);
const locale = query.get('lang') === 'ar' ? 'ar' : 'en';
document.documentElement.lang = locale;
document.documentElement.dir = locale === 'ar' ? 'rtl' : 'ltr';
const requestedTheme = themeNames.find((name) => name === query.get('theme'));
if (requestedTheme) setTheme(requestedTheme);
const preset = Object.entries(themePresets).find(([name]) => name === query.get('preset'))?.[1];
if (preset) {
  const style = document.createElement('style');
  style.textContent = themeStyleText(preset);
  document.head.append(style);
}

const i18n = createInstance();
await i18n.use(initReactI18next).init({
  lng: locale,
  fallbackLng: 'en',
  defaultNS: 'ui',
  resources: { en: { ui: english }, ar: { ui: arabic } },
  interpolation: { escapeValue: false },
});

function Sheet() {
  return (
    <UiProvider locale={locale}>
      <main className="page mx-auto max-w-6xl">
        <PageHeader
          title="Components"
          sentence="Every part in the states it must have. Switch the theme and nothing but colour changes."
          actions={<ThemeSwitcher />}
        />
        <div className="grid gap-4 lg:grid-cols-2">
          <ControlsPart />
          <FieldsPart />
          <OverlaysPart />
          <ListsPart />
          <TablePart />
          <StatesPart />
        </div>
      </main>
      <Toaster />
    </UiProvider>
  );
}

const router = createMemoryRouter([{ path: '*', element: <Sheet /> }]);
const root = document.getElementById('root');
if (!root) throw new Error('The sheet has no root.');
createRoot(root).render(
  <StrictMode>
    <I18nextProvider i18n={i18n}>
      <RouterProvider router={router} />
    </I18nextProvider>
  </StrictMode>,
);
