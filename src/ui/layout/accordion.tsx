import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

export type AccordionProps = {
  items: readonly { id: string; title: ReactNode; children: ReactNode; isOpen?: boolean }[];
  /** Opening one closes the others with the same name. */
  group?: string;
};

/** Plain `details`: works without JavaScript, and is found by the browser's in-page search. */
export function Accordion({ items, group }: AccordionProps) {
  return (
    <div>
      {items.map((item) => (
        <details key={item.id} id={item.id} className="fold" name={group} open={item.isOpen}>
          <summary>
            {item.title}
            <ChevronDown aria-hidden="true" />
          </summary>
          <div className="fold-body">{item.children}</div>
        </details>
      ))}
    </div>
  );
}
