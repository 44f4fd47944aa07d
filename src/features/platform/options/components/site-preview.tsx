import { Monitor, Smartphone } from 'lucide-react';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#paths';
import { Segmented } from '#ui/fields/segmented.tsx';
import { Select } from '#ui/fields/select.tsx';
import { classNames } from '#ui/layout/class-names.ts';
import type { SiteLook } from '../data.ts';
import { type MenuItem, optionShapes } from '../schema.ts';
import { applyPreview, type PreviewStyles } from './preview-dress.ts';
import { useLook } from './use-option.ts';

/** Layout widths in pixels; the frame is scaled to the space available. */
const widths = { desk: 1280, phone: 390 } as const;
const PAUSE_MS = 400;

/**
 * A real page of the site with unsaved options. Colours are applied at once; other changes are rendered by the server
 * into a second iframe, which replaces the first once loaded, so that nothing flickers.
 */
export function SitePreview({
  draft,
  mode = 'light',
  edge = 'top',
  width,
  isCompact,
  opensDrawer = false,
  className,
}: {
  draft: Partial<SiteLook>;
  mode?: PreviewStyles['mode'];
  /** The edge of the page to scroll to. */
  edge?: 'top' | 'bottom';
  /** Fixed layout width, if the editor decides. */
  width?: keyof typeof widths;
  /** A preview of little height, for the header and the footer. */
  isCompact?: boolean;
  /** Opens the mobile menu. */
  opensDrawer?: boolean;
  className?: string;
}) {
  const { t, i18n } = useTranslation('options');
  const name = useId();
  const form = useRef<HTMLFormElement>(null);
  const frames = [useRef<HTMLIFrameElement>(null), useRef<HTMLIFrameElement>(null)] as const;
  const [frontIndex, setFrontIndex] = useState(0);
  const [chosenWidth, setChosenWidth] = useState<keyof typeof widths>('desk');
  const [path, setPath] = useState('/');
  const pages = usePages(path);
  const [isRejected, setRejected] = useState(false);
  const { ref: container, size } = useElementSize();
  const { theme, ...serverOptions } = draft;
  const submitted = useDebounced(JSON.stringify(serverOptions));
  const styles: PreviewStyles = { theme, mode, name: t('preview.label') };
  const stylesKey = JSON.stringify(styles);
  const layoutWidth = widths[width ?? chosenWidth];
  const scale = Math.min(1, size.width / layoutWidth);

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

  const onFrameLoad = (index: number) => {
    const page = frames[index]?.current?.contentDocument;
    if (!page || page.URL === 'about:blank') return;
    if (page.contentType !== 'text/html') return setRejected(true);
    applyPreview(page, styles, setPath);
    page.defaultView?.scrollTo(0, edge === 'bottom' ? page.documentElement.scrollHeight : 0);
    setFrontIndex(index);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: for the frame that is in front
  useEffect(() => {
    const drawer = frames[frontIndex]?.current?.contentDocument?.getElementById('site-drawer');
    if (drawer && opensDrawer !== drawer.matches(':popover-open')) drawer.togglePopover(opensDrawer);
  }, [opensDrawer, frontIndex]);
  return (
    <section aria-label={t('preview.label')} className={classNames('grid gap-2', className)}>
      <form ref={form} method="post" action={paths.sitePreview()} hidden>
        <input type="hidden" name="path" value={path} />
        <input type="hidden" name="lang" value={i18n.language} />
        <input type="hidden" name="options" value={submitted} />
      </form>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <Select label={t('preview.page')} options={pages} value={path} onChange={setPath} />
        {width ? null : (
          <Segmented
            label={t('preview.width')}
            options={[
              { id: 'desk', label: t('preview.desk'), icon: Monitor },
              { id: 'phone', label: t('preview.phone'), icon: Smartphone },
            ]}
            value={chosenWidth}
            onChange={setChosenWidth}
          />
        )}
      </div>
      <p className="help" role="status">
        {isRejected ? t('preview.refused') : t(path === '/' ? 'preview.note' : 'preview.noteAny')}
      </p>
      <div ref={container} className={classNames('site-preview', isCompact && 'is-low')}>
        {frames.map((frame, index) => (
          <iframe
            // biome-ignore lint/suspicious/noArrayIndexKey: two frames in a fixed order
            key={index}
            ref={frame}
            name={`${name}-${index}`}
            title={index === frontIndex ? t('preview.label') : t('preview.next')}
            className={index === frontIndex ? undefined : 'is-behind'}
            aria-hidden={index === frontIndex ? undefined : true}
            style={{
              width: layoutWidth,
              height: size.height / scale,
              transform: `scale(${scale})`,
              insetInlineStart: (size.width - layoutWidth * scale) / 2,
            }}
            onLoad={() => onFrameLoad(index)}
          />
        ))}
      </div>
    </section>
  );
}

/** The pages in the site's menus, and the current one. */
function usePages(path: string): { id: string; label: string }[] {
  const { t } = useTranslation('options');
  const siteOptions = useLook();
  const menuPages = linksOf(siteOptions.data?.menus.header ?? []).filter(({ id }) => id !== '/');
  const all = [{ id: '/', label: t('preview.home') }, ...menuPages, { id: path, label: decodePath(path) }];
  // Of two labels for one path, the menu's wins.
  return [...new Map(all.toReversed().map((option) => [option.id, option])).values()].toReversed();
}

function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

function linksOf(items: readonly MenuItem[]): { id: string; label: string }[] {
  return items.flatMap(({ item_url, label, mega_menu, children }) => [
    ...pageAt(item_url, label),
    ...(mega_menu?.columns.flatMap(({ content }) =>
      content.links.flatMap((link) => pageAt(link.item_url, link.label)),
    ) ?? []),
    ...linksOf(children),
  ]);
}

/** An item that leads to a page of the site; none for external URLs. */
function pageAt(address: string, label: string): { id: string; label: string }[] {
  return /^\/?[^\s?#\\:/][^\s?#\\:]*$/.test(address) ? [{ id: `/${address.replace(/^\//, '')}`, label }] : [];
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

/** The size of an element, kept up to date. */
function useElementSize() {
  const [size, setSize] = useState({ width: 640, height: 480 });
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, size };
}
