import { Check, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  MenuItem as BaseItem,
  Menu as BaseMenu,
  MenuSection as BaseSection,
  Header,
  MenuTrigger,
  Popover,
  type Selection,
  Separator,
} from 'react-aria-components';
import { classNames } from './class-names.ts';
import { Kbd } from './kbd.tsx';

export type MenuItem = {
  id: string;
  label: string;
  icon?: LucideIcon;
  /** At the end of the line: a badge, a count. */
  aside?: ReactNode;
  shortcut?: string;
  href?: string;
  target?: string;
  isDanger?: boolean;
  isDisabled?: boolean;
  onAction?: () => void;
};

/** Items that change the same thing; a line stands between groups, and the dangerous one comes last. */
export type MenuGroup = {
  id: string;
  title?: string;
  items: readonly MenuItem[];
  /** Makes the group a choice that stays marked. */
  selectionMode?: 'single' | 'multiple';
  selectedIds?: readonly string[];
  onSelect?: (ids: string[]) => void;
};

export type MenuProps = { label: string; groups: readonly MenuGroup[] };

/** The list itself, for those who open it in their own way. */
export function Menu({ label, groups }: MenuProps) {
  const shown = groups.filter((group) => group.items.length > 0);
  return (
    <BaseMenu aria-label={label} className="menu">
      {shown.flatMap((group, place) => {
        const section = (
          <BaseSection
            key={group.id}
            aria-label={group.title ?? label}
            selectionMode={group.selectionMode}
            selectedKeys={group.selectedIds}
            onSelectionChange={(keys: Selection) =>
              group.onSelect?.(keys === 'all' ? group.items.map((item) => item.id) : [...keys].map(String))
            }
          >
            {group.title && <Header className="menu-head">{group.title}</Header>}
            {group.items.map((item) => (
              <Item key={item.id} item={item} />
            ))}
          </BaseSection>
        );
        return place === 0 ? [section] : [<Separator key={`${group.id}-line`} className="menu-sep" />, section];
      })}
    </BaseMenu>
  );
}

function Item({ item }: { item: MenuItem }) {
  const Icon = item.icon;
  return (
    <BaseItem
      id={item.id}
      textValue={item.label}
      href={item.href}
      target={item.target}
      isDisabled={item.isDisabled}
      onAction={item.onAction}
      className={classNames('menu-item', item.isDanger && 'is-danger')}
    >
      {({ isSelected, selectionMode }) => (
        <>
          {Icon && <Icon aria-hidden="true" />}
          <span className="menu-text">{item.label}</span>
          {item.aside}
          {item.shortcut && <Kbd>{item.shortcut}</Kbd>}
          {selectionMode !== 'none' && isSelected && <Check aria-hidden="true" />}
        </>
      )}
    </BaseItem>
  );
}

export type MenuButtonProps = MenuProps & {
  /** A Button or IconButton. */
  trigger: ReactNode;
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end';
  /** For a menu that is opened by other ways too. */
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
};

export function MenuButton({ trigger, placement = 'bottom start', isOpen, onOpenChange, ...menu }: MenuButtonProps) {
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={onOpenChange}>
      {trigger}
      <Popover className="pop" placement={placement} offset={4}>
        <Menu {...menu} />
      </Popover>
    </MenuTrigger>
  );
}
