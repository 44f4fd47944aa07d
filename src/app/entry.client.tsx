import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { HydratedRouter } from 'react-router/dom';
import { forwardAuthEvents } from '#base/browser/db-client.ts';
import { onPendingChange } from '#base/browser/pending-requests.ts';
import { recordUncaughtErrors } from '#base/browser/recent-errors.ts';
import { whenIdle } from '#base/browser/when-idle.ts';
import { preloadImports } from '#ui/layout/lazy-import.ts';
import { loadTranslations, readErrorTexts } from './i18n/browser-translations.ts';
import { loadErrorTexts } from './i18n/error-texts.ts';
import { hydrateQueries } from './render/dehydrated-state.tsx';
import { stopScreenCapture } from './render/event-replay.ts';

recordUncaughtErrors(window);
onPendingChange(window);
forwardAuthEvents();
hydrateQueries();
void whenIdle().then(preloadImports);
loadErrorTexts(document.documentElement.lang, readErrorTexts);
void loadTranslations(document.documentElement.lang).then((i18n) => {
  stopScreenCapture();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <I18nextProvider i18n={i18n}>
          <HydratedRouter />
        </I18nextProvider>
      </StrictMode>,
    );
  });
});
