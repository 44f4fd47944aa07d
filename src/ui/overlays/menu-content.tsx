import { Check } from 'lucide-react';
import type { Ref, RefObject } from 'react';
import {
  MenuItem as BaseItem,
  Menu as BaseMenu,
  MenuSection as BaseSection,
  Header,
  Popover,
  type Selection,
  Separator,
} from 'react-aria-components';
import { classNames } from '../layout/class-names.ts';
import { Kbd } from '../palette/kbd.tsx';
import type { MenuItem, MenuPlacement, MenuProps } from './menu-groups.ts';

type OpenedMenuProps = MenuProps & {
  placement: MenuPlacement;
  id: string;
  contentRef: Ref<HTMLDivElement>;
  triggerRef: RefObject<HTMLButtonElement | null>;
  /** The item focused on opening; none where a pointer opened it. */
  first: 'first' | 'last' | null;
  isOpen: boolean;
  onClose: () => void;
};

/** The popover and list of a menu button; loaded with the first menu that opens. */
export function MenuContent({
  id,
  contentRef,
  triggerRef,
  placement,
  first,
  isOpen,
  onClose,
  label,
  groups,
}: OpenedMenuProps) {
  return (
    <Popover
      className="pop"
      aria-label={label}
      trigger="MenuTrigger"
      triggerRef={triggerRef}
      placement={placement}
      offset={4}
      isOpen={isOpen}
      onOpenChange={(nextOpen) => !nextOpen && onClose()}
    >
      <Menu ref={contentRef} id={id} label={label} groups={groups} autoFocus={first ?? true} onClose={onClose} />
    </Popover>
  );
}

/** The list itself, for custom triggers. */
export function Menu({
  label,
  groups,
  ...rest
}: MenuProps & { ref?: Ref<HTMLDivElement>; id?: string; autoFocus?: true | 'first' | 'last'; onClose?: () => void }) {
  const shown = groups.filter((group) => group.items.length > 0);
  return (
    <BaseMenu {...rest} aria-label={label} className="menu">
      {shown.flatMap((group, index) => {
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
        return index === 0 ? [section] : [<Separator key={`${group.id}-line`} className="menu-sep" />, section];
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
