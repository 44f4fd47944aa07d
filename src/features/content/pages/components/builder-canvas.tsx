import { createUsePuck } from '@puckeditor/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { themeValues } from '#features/platform/options/components/theme-values.ts';
import { lookQuery } from '#features/platform/options/data.ts';
import { themeStyleText } from '#ui/fields/theme-presets.ts';
import { listenForUndoKeys, useSteps } from '../steps/components/use-steps.ts';
import { repairCanvas } from './builder-roles.ts';

const usePuck = createUsePuck();

/** Root of the builder's iframe: theme and language of the site, not of the dashboard. */
export function BuilderCanvas({ children, document: frame }: { children: ReactNode; document?: Document }) {
  const { t } = useTranslation('pages');
  const db = useDb();
  const { account_id } = useAccount();
  const { locale, direction } = useSite();
  const config = usePuck((puck) => puck.config);
  const isEmpty = usePuck((puck) => puck.appState.data.content.length === 0);
  const dispatch = usePuck((puck) => puck.dispatch);
  const { go } = useSteps();
  const step = useEffectEvent((direction: -1 | 1) => go(direction, dispatch));
  useEffect(() => (frame ? listenForUndoKeys(frame, (direction) => step(direction)) : undefined), [frame]);
  const { data: siteLook } = useQuery(lookQuery(db, account_id));
  useEffect(() => {
    if (!frame) return;
    const root = frame.documentElement;
    root.lang = locale;
    root.dir = direction;
    root.dataset.theme = 'light';
    root.dataset.room = 'site';
    // The builder's library gives its iframe no title.
    frame.defaultView?.frameElement?.setAttribute('title', t('builder.canvas'));
    return repairCanvas(frame.body, (kind) => config.components[kind]?.label);
  }, [frame, locale, direction, config, t]);
  useEffect(() => {
    if (!frame || !siteLook) return;
    const style = frame.createElement('style');
    style.textContent = themeStyleText(themeValues(siteLook.theme));
    frame.head.append(style);
    return () => style.remove();
  }, [frame, siteLook]);
  return (
    <div className="site">
      {isEmpty ? <p className="canvas-empty">{t('builder.emptyCanvas')}</p> : null}
      {children}
    </div>
  );
}
