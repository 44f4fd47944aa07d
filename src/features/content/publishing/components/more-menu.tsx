import { ChevronDown, Ellipsis } from 'lucide-react';
import { Button } from '#ui/buttons/button.tsx';
import { MenuButton } from '#ui/overlays/menu.tsx';
import type { MenuGroup } from '#ui/overlays/menu-groups.ts';

/** The menu with what an editor offers beside its buttons. */
export function MoreMenu({ label, items }: { label: string; items: MenuGroup['items'] }) {
  return (
    <MenuButton
      label={label}
      placement="bottom end"
      groups={[{ id: 'more', items }]}
      trigger={
        <Button icon={Ellipsis}>
          {label}
          <ChevronDown aria-hidden="true" size={16} />
        </Button>
      }
    />
  );
}
