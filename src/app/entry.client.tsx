import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { HydratedRouter } from 'react-router/dom';
import { pageIsQuiet } from '#base/browser/quiet.ts';
import { followSession } from '#base/browser/reading-wire.ts';
import { watchErrors } from '#base/browser/recent-errors.ts';
import { watchWork } from '#base/browser/work.ts';
import { loadLater } from '#ui/later.ts';
import { loadTranslations, readRefusals } from './browser-translations.ts';
import { endEarlyClicks } from './early-presses.ts';
import { takeOver } from './handed-over.tsx';
import { speakRefusalsIn } from './refusal-texts.ts';

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
