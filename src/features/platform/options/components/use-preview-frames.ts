import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SiteOptions } from '../data.ts';
import { optionShapes } from '../schema.ts';
import { applyPreview, type PreviewStyles } from './preview-styles.ts';

const PAUSE_MS = 400;

export type PreviewOptions = {
  draft: Partial<SiteOptions>;
  mode?: PreviewStyles['mode'];
  /** The edge of the page to scroll to. */
  edge?: 'top' | 'bottom';
  /** Opens the mobile menu. */
  opensDrawer?: boolean;
};

/**
 * Two iframes and the form that loads the page of a path into the one behind, which comes to the front once loaded. Colours
 * are applied to both at once.
 */
export function usePreviewFrames({ draft, mode = 'light', edge = 'top', opensDrawer = false }: PreviewOptions) {
  const { t } = useTranslation('options');
  const name = useId();
  const form = useRef<HTMLFormElement>(null);
  const frames = [useRef<HTMLIFrameElement>(null), useRef<HTMLIFrameElement>(null)] as const;
  const [frontIndex, setFrontIndex] = useState(0);
  const [path, setPath] = useState('/');
  const [isRejected, setRejected] = useState(false);
  const { theme, ...serverOptions } = draft;
  const submitted = useDebounced(JSON.stringify(serverOptions));
  const styles: PreviewStyles = { theme, mode, name: t('preview.label') };
  const stylesKey = JSON.stringify(styles);

  // biome-ignore lint/correctness/useExhaustiveDependencies: resubmitted only when the server-rendered options change
  useEffect(() => {
    const isValid = Object.entries(JSON.parse(submitted) as object).every(
      ([key, value]) => optionShapes[key as keyof typeof optionShapes].safeParse(value).success,
    );
    setRejected(!isValid);
    if (!isValid || !form.current) return;
    form.current.target = `${name}-${1 - frontIndex}`;
    form.current.submit();
  }, [submitted, path]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: applied again only when the styles change
  useEffect(() => {
    for (const frame of frames)
      applyPreview(frame.current?.contentDocument, JSON.parse(stylesKey) as PreviewStyles, setPath);
  }, [stylesKey, frontIndex]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: for the frame that is in front
  useEffect(() => {
    const drawer = frames[frontIndex]?.current?.contentDocument?.getElementById('site-drawer');
    if (drawer && opensDrawer !== drawer.matches(':popover-open')) drawer.togglePopover(opensDrawer);
  }, [opensDrawer, frontIndex]);

  function onFrameLoad(index: number) {
    const page = frames[index]?.current?.contentDocument;
    if (!page || page.URL === 'about:blank') return;
    if (page.contentType !== 'text/html') return setRejected(true);
    applyPreview(page, styles, setPath);
    page.defaultView?.scrollTo(0, edge === 'bottom' ? page.documentElement.scrollHeight : 0);
    setFrontIndex(index);
  }
  return { form, submitted, path, setPath, isRejected, name, frames, frontIndex, onFrameLoad };
}

/** Debounces a value by `PAUSE_MS`. */
function useDebounced(value: string): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
