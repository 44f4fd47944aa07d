import { createUsePuck } from '@puckeditor/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { directionOf } from '#base/shared/locales.ts';
import { themeValues } from '#features/platform/options/components/theme-values.ts';
import { siteOptionsQuery } from '#features/platform/options/data.ts';
import { ContentRoot, UiText, useContentLanguage } from '#ui/display/content-language.tsx';
import { themeStyleText } from '#ui/fields/theme-presets.ts';
import { listenForUndoKeys, useSteps } from '../../history/components/use-steps.ts';
import { repairCanvas } from './builder-roles.ts';

const usePuck = createUsePuck();

/**
 * On a public page a font that comes too late is for the next page. Here is no next page: whenever it comes, it is shown, and its
 * weights are not the false ones of the font that stood in for it. An empty page uses none of them: they are loaded for its first block.
 */
function waitForFonts({ fonts, head, documentElement, defaultView }: Document): () => void {
  const show = () => {
    for (const face of fonts) if (face.display === 'optional') face.display = 'swap';
  };
  const load = () => {
    show();
    const style = defaultView?.getComputedStyle(documentElement);
    for (const name of ['--font-display', '--font-body']) {
      const families = style?.getPropertyValue(name);
      // The stand-ins among them are fonts of the machine, which may have none of them.
      if (families) fonts.load(`1em ${families}`).catch(() => {});
    }
  };
  load();
  fonts.addEventListener('loading', show);
  // The stylesheets that name the fonts may come later.
  head.addEventListener('load', load, true);
  return () => {
    fonts.removeEventListener('loading', show);
    head.removeEventListener('load', load, true);
  };
}

/** Root of the builder's iframe: theme, language and direction of the site's content, not of the dashboard. */
export function BuilderCanvas({ children, document: frame }: { children: ReactNode; document?: Document }) {
  const { t } = useTranslation('blocks');
  const db = useDb();
  const { account_id } = useAccount();
  const { locale } = useSite();
  const written = useContentLanguage() ?? locale;
  const config = usePuck((puck) => puck.config);
  const isEmpty = usePuck((puck) => puck.appState.data.content.length === 0);
  const dispatch = usePuck((puck) => puck.dispatch);
  const { go } = useSteps();
  const step = useEffectEvent((direction: -1 | 1) => go(direction, dispatch));
  useEffect(() => (frame ? listenForUndoKeys(frame, (direction) => step(direction)) : undefined), [frame]);
  const { data: siteLook } = useQuery(siteOptionsQuery(db, account_id));
  useEffect(() => {
    if (!frame) return;
    const root = frame.documentElement;
    root.lang = written;
    root.dir = directionOf(written);
    root.dataset.theme = 'light';
    root.dataset.room = 'site';
    // The builder's library gives its iframe no title.
    frame.defaultView?.frameElement?.setAttribute('title', t('builder.canvas'));
    return repairCanvas(frame.body, (kind) => config.components[kind]?.label);
  }, [frame, written, config, t]);
  useEffect(() => {
    if (!frame || !siteLook) return;
    const style = frame.createElement('style');
    style.textContent = themeStyleText(themeValues(siteLook.theme));
    frame.head.append(style);
    const stopWaiting = waitForFonts(frame);
    return () => {
      stopWaiting();
      style.remove();
    };
  }, [frame, siteLook]);
  return (
    // The library gives its iframe the language of the dashboard again.
    <div className="site" lang={written} dir={directionOf(written)}>
      <ContentRoot>
        {isEmpty ? (
          <p className="canvas-empty">
            <UiText>{t('builder.emptyCanvas')}</UiText>
          </p>
        ) : null}
        {children}
      </ContentRoot>
    </div>
  );
}
