import type { ReactNode } from 'react';
import { Popover as Base, Dialog, DialogTrigger } from 'react-aria-components';
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
      <Base className="pop" placement={placement} offset={4}>
        <Dialog aria-label={label} className={classNames('outline-none', !isBare && 'pop-pad')}>
          {({ close }) => <>{typeof children === 'function' ? children(close) : children}</>}
        </Dialog>
      </Base>
    </DialogTrigger>
  );
}
