import { ChevronRight, Ellipsis } from 'lucide-react';
import { Fragment, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../buttons/icon-button.tsx';
import { ContentText } from '../display/content-language.tsx';
import { MenuButton } from '../overlays/menu.tsx';

export type Crumb = { label: string; href?: string /** Of a label that an author wrote. */; language?: string };

/**
 * Breadcrumbs of this screen; the last one is the current page. Where they overflow, the middle ones fold into a menu.
 */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const { t } = useTranslation('ui');
  const list = useRef<HTMLOListElement>(null);
  const [isFolded, setFolded] = useState(false);
  useFolded(list, crumbs.map(({ label }) => label).join('\n'), setFolded);
  const middle = crumbs.slice(1, -1);
  return (
    <nav aria-label={t('crumbs.label')} className="min-w-0">
      <ol className="crumbs" ref={list}>
        {crumbs.map((crumb, index) => {
          const isLast = index === crumbs.length - 1;
          return (
            <Fragment key={`${crumb.href ?? ''}${crumb.label}`}>
              <li title={crumb.label} className={index > 0 && !isLast ? 'crumb-middle' : undefined}>
                {crumb.href && !isLast ? (
                  <Link href={crumb.href}>{crumb.label}</Link>
                ) : (
                  <span className="cut" dir="auto" aria-current={isLast ? 'page' : undefined}>
                    {crumb.language ? <ContentText language={crumb.language}>{crumb.label}</ContentText> : crumb.label}
                  </span>
                )}
                {!isLast && <ChevronRight aria-hidden="true" className="flip" />}
              </li>
              {index === 0 && middle.length > 0 && isFolded ? <FoldedCrumbs crumbs={middle} /> : null}
            </Fragment>
          );
        })}
      </ol>
    </nav>
  );
}

function FoldedCrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const { t } = useTranslation('ui');
  return (
    <li className="crumb-fold">
      <MenuButton
        label={t('crumbs.label')}
        trigger={<IconButton size="sm" icon={Ellipsis} label={crumbs.map(({ label }) => label).join(' / ')} />}
        groups={[
          {
            id: 'middle',
            items: crumbs.map(({ label, href }, index) => ({
              id: String(index),
              label,
              href,
              isDisabled: href === undefined,
            })),
          },
        ]}
      />
      <ChevronRight aria-hidden="true" className="flip" />
    </li>
  );
}

/** Sets `data-folded` on a list depending on whether all crumbs fit in its container, and reports it. */
function useFolded(
  list: RefObject<HTMLOListElement | null>,
  words: string,
  onChange: (isFolded: boolean) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has another width
  useLayoutEffect(() => {
    const ol = list.current;
    const frame = ol?.parentElement;
    if (!ol || !frame) return;
    const measure = () => {
      // Both states are measured within one task, so the unfolded one is never painted.
      ol.dataset.folded = 'measuring';
      const isTooLong = ol.scrollWidth > frame.clientWidth + 1;
      ol.dataset.folded = String(isTooLong);
      onChange(isTooLong);
    };
    // A ResizeObserver callback runs before the first paint, after the browser's own layout: measuring earlier forces a
    // second layout.
    const watcher = new ResizeObserver(measure);
    watcher.observe(frame);
    return () => watcher.disconnect();
  }, [list, words, onChange]);
}
