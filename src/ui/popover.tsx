import { type ReactNode, useContext } from 'react';
import { Popover as Base, DialogTrigger, OverlayTriggerStateContext } from 'react-aria-components';
import { classNames } from './class-names.ts';

export type PopoverProps = {
  /** The accessible name of what opens. */
  label: string;
  trigger: ReactNode;
  children: ReactNode | ((close: () => void) => ReactNode);
  placement?: 'bottom start' | 'bottom end' | 'bottom' | 'top';
  /** Lists bring their own padding. */
  isBare?: boolean;
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
};

export function Popover({
  label,
  trigger,
  children,
  placement = 'bottom start',
  isBare,
  isOpen,
  onOpenChange,
}: PopoverProps) {
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={onOpenChange}>
      {trigger}
      {/* The popover is the dialog itself: the buttons for readers that close it stand inside. */}
      <Base className="pop" placement={placement} offset={4} aria-label={label} aria-labelledby={undefined}>
        <Content isBare={isBare}>{children}</Content>
      </Base>
    </DialogTrigger>
  );
}

function Content({ isBare, children }: Pick<PopoverProps, 'isBare' | 'children'>) {
  const state = useContext(OverlayTriggerStateContext);
  return (
    <div className={classNames(!isBare && 'pop-pad')}>
      {typeof children === 'function' ? children(() => state?.close()) : children}
    </div>
  );
}
