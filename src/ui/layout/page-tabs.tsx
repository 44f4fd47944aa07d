import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import { Count } from '../display/badge.tsx';

export type PageTabsProps = {
  label: string;
  tabs: readonly {
    href: string;
    label: string;
    count?: number;
    isWaiting?: boolean /** Only this address, not those below it. */;
    isExact?: boolean;
  }[];
};

/** Tabs that are links: each view of a screen has a URL. */
export function PageTabs({ label, tabs }: PageTabsProps) {
  const { pathname } = useLocation();
  const bar = useRef<HTMLElement>(null);
  // Where not all of them fit, the selected tab is scrolled into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path selects another tab
  useEffect(() => {
    if (!bar.current) return;
    // A ResizeObserver callback runs after the browser's own layout, before paint: measuring earlier forces a second
    // layout.
    const watcher = new ResizeObserver(([entry]) =>
      entry?.target.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    );
    watcher.observe(bar.current);
    return () => watcher.disconnect();
  }, [pathname]);
  return (
    <nav ref={bar} className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <NavLink key={tab.href} to={tab.href} end={tab.isExact} className="tab">
          {tab.label}
          {tab.count !== undefined &&
            (tab.isWaiting ? <Count value={tab.count} /> : <span className="tab-count">{tab.count}</span>)}
        </NavLink>
      ))}
    </nav>
  );
}
