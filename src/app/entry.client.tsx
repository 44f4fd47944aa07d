import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { HydratedRouter } from 'react-router/dom';
import { followSession } from '#base/browser/db-reader.ts';
import { watchWork } from '#base/browser/pending-requests.ts';
import { watchErrors } from '#base/browser/recent-errors.ts';
import { pageIsQuiet } from '#base/browser/when-idle.ts';
import { loadLater } from '#ui/layout/lazy.ts';
import { loadTranslations, readRefusals } from './i18n/browser-translations.ts';
import { speakRefusalsIn } from './i18n/error-texts.ts';
import { takeOver } from './render/dehydrated-state.tsx';
import { endEarlyClicks } from './render/event-replay.ts';

watchErrors(window);
watchWork(window);
followSession();
takeOver();
void pageIsQuiet().then(loadLater);
speakRefusalsIn(document.documentElement.lang, readRefusals);
void loadTranslations(document.documentElement.lang).then((i18n) => {
  endEarlyClicks();
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
