import type { ReactNode } from 'react';
import { Tabs as Base, Tab, TabList, TabPanel } from 'react-aria-components';
import { Count } from '../display/badge.tsx';

type TabWords = {
  id: string;
  label: string /** How many are behind it. */;
  count?: number /** The count waits for the reader. */;
  isWaiting?: boolean;
};

function TabLabel({ label, count, isWaiting }: TabWords) {
  return (
    <>
      {label}
      {count !== undefined && (isWaiting ? <Count value={count} /> : <span className="tab-count">{count}</span>)}
    </>
  );
}

export type TabsProps = {
  label: string;
  tabs: readonly (TabWords & { content: ReactNode })[];
  selectedId?: string;
  onSelect?: (id: string) => void;
};

/** Views of one thing within a screen. */
export function Tabs({ label, tabs, selectedId, onSelect }: TabsProps) {
  return (
    <Base selectedKey={selectedId} onSelectionChange={(key) => onSelect?.(String(key))}>
      <TabList aria-label={label} className="tabs">
        {tabs.map((tab) => (
          <Tab key={tab.id} id={tab.id} className="tab">
            <TabLabel {...tab} />
          </Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className="tab-panel">
          {tab.content}
        </TabPanel>
      ))}
    </Base>
  );
}
