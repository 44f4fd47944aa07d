import { ChevronRight, Ellipsis } from 'lucide-react';
import { Fragment, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../buttons/icon-button.tsx';
import { Written } from '../display/written-in.tsx';
import { MenuButton } from '../overlays/menu.tsx';

export type Crumb = { label: string; href?: string /** Of a label that an author wrote. */; language?: string };

/** The way to this screen; the last one is where one stands. Where it is too long its middle folds into a menu. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const { t } = useTranslation('ui');
  const list = useRef<HTMLOListElement>(null);
  const [isFolded, setFolded] = useState(false);
  useFolded(list, crumbs.map(({ label }) => label).join('\n'), setFolded);
  const middle = crumbs.slice(1, -1);
  return (
    <nav aria-label={t('crumbs.label')} className="min-w-0">
      <ol className="crumbs" ref={list}>
        {crumbs.map((crumb, place) => {
          const isLast = place === crumbs.length - 1;
          return (
            <Fragment key={`${crumb.href ?? ''}${crumb.label}`}>
              <li title={crumb.label} className={place > 0 && !isLast ? 'crumb-middle' : undefined}>
                {crumb.href && !isLast ? (
                  <Link href={crumb.href}>{crumb.label}</Link>
                ) : (
                  <span className="cut" dir="auto" aria-current={isLast ? 'page' : undefined}>
                    {crumb.language ? <Written language={crumb.language}>{crumb.label}</Written> : crumb.label}
                  </span>
                )}
                {!isLast && <ChevronRight aria-hidden="true" className="flip" />}
              </li>
              {place === 0 && middle.length > 0 && isFolded ? <FoldedCrumbs crumbs={middle} /> : null}
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
            items: crumbs.map(({ label, href }, place) => ({
              id: String(place),
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

/** Keeps `data-folded` on a list true to whether its whole way finds room in what it stands in, and tells it. */
function useFolded(list: RefObject<HTMLOListElement | null>, words: string, tell: (isFolded: boolean) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words are of another width
  useLayoutEffect(() => {
    const ol = list.current;
    const frame = ol?.parentElement;
    if (!ol || !frame) return;
    const measure = () => {
      // Both states are taken within one turn, so nobody sees the way it is measured in.
      ol.dataset.folded = 'measuring';
      const isTooLong = ol.scrollWidth > frame.clientWidth + 1;
      ol.dataset.folded = String(isTooLong);
      tell(isTooLong);
    };
    // Told before the first paint too, when the browser has laid the page out by itself: to ask sooner has it do so twice.
    const watcher = new ResizeObserver(measure);
    watcher.observe(frame);
    return () => watcher.disconnect();
  }, [list, words, tell]);
}
