import { Monitor, Smartphone } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '#paths';
import { Segmented } from '#ui/fields/segmented.tsx';
import { Select } from '#ui/fields/select.tsx';
import { classNames } from '#ui/layout/class-names.ts';
import { usePreviewPages } from './preview-pages.ts';
import { type PreviewOptions, usePreviewFrames } from './use-preview-frames.ts';

/** Layout widths in pixels; the frame is scaled to the space available. */
const widths = { desk: 1280, phone: 390 } as const;

/**
 * A real page of the site with unsaved options. Colours are applied at once; other changes are rendered by the server
 * into a second iframe, which replaces the first once loaded, so that nothing flickers.
 */
export function SitePreview({
  width,
  isCompact,
  className,
  ...options
}: PreviewOptions & {
  /** Fixed layout width, if the editor decides. */
  width?: keyof typeof widths;
  /** A preview of little height, for the header and the footer. */
  isCompact?: boolean;
  className?: string;
}) {
  const { t, i18n } = useTranslation('options');
  const { form, submitted, path, setPath, isRejected, ...frames } = usePreviewFrames(options);
  const [chosenWidth, setChosenWidth] = useState<keyof typeof widths>('desk');
  const pages = usePreviewPages(path);
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
      <PreviewFrames {...frames} isCompact={isCompact} layoutWidth={widths[width ?? chosenWidth]} />
    </section>
  );
}

type Frames = Pick<ReturnType<typeof usePreviewFrames>, 'name' | 'frames' | 'frontIndex' | 'onFrameLoad'>;

/** The iframes, one behind the other, scaled from their layout width to the space there is. */
function PreviewFrames({
  name,
  frames,
  frontIndex,
  onFrameLoad,
  isCompact,
  layoutWidth,
}: Frames & { isCompact: boolean | undefined; layoutWidth: number }) {
  const { t } = useTranslation('options');
  const { ref: container, size } = useElementSize();
  const scale = Math.min(1, size.width / layoutWidth);
  return (
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
  );
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
