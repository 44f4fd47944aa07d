import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { useWire } from '#base/browser/wire.ts';
import { themeValues } from '#features/options/components/theme-values.ts';
import { lookQuery } from '#features/options/data.ts';
import { themeStyleText } from '#ui/theme-presets.ts';

/** The customer's room inside the builder's frame: their theme, their language, not the dashboard's. */
export function BuilderCanvas({ children, document: frame }: { children: ReactNode; document?: Document }) {
  const { t } = useTranslation('pages');
  const wire = useWire();
  const { account_id } = useAccount();
  const { locale, direction } = useSite();
  const { data: look } = useQuery(lookQuery(wire, account_id));
  useEffect(() => {
    if (!frame) return;
    const root = frame.documentElement;
    root.lang = locale;
    root.dir = direction;
    root.dataset.theme = 'light';
    root.dataset.room = 'site';
    // The builder names neither its frame nor its list of sizes.
    frame.defaultView?.frameElement?.setAttribute('title', t('builder.canvas'));
    for (const sizes of document.querySelectorAll('.builder select:not([id]):not([aria-label])'))
      sizes.setAttribute('aria-label', t('words.zoom'));
  }, [frame, locale, direction, t]);
  useEffect(() => {
    if (!frame || !look) return;
    const style = frame.createElement('style');
    style.textContent = themeStyleText(themeValues(look.theme));
    frame.head.append(style);
    return () => style.remove();
  }, [frame, look]);
  return <div className="site">{children}</div>;
}
