import type { Ref, RefObject } from 'react';
import { Popover as Base } from 'react-aria-components';
import { classNames } from '../layout/class-names.ts';
import type { PopoverContent } from './popover-content.ts';

type OpenedPopoverProps = PopoverContent & {
  id: string;
  contentRef: Ref<HTMLDivElement>;
  triggerRef: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  onClose: () => void;
};

/** A popover's content with its positioning; loaded with the first popover that opens. */
export function PopoverPanel({
  id,
  contentRef,
  label,
  triggerRef,
  placement,
  isBare,
  isOpen,
  onClose,
  children,
}: OpenedPopoverProps) {
  return (
    // The popover itself is the dialog: the dismiss buttons for screen readers must be inside.
    <Base
      className="pop"
      trigger="DialogTrigger"
      triggerRef={triggerRef}
      placement={placement}
      offset={4}
      aria-label={label}
      isOpen={isOpen}
      onOpenChange={(nextOpen) => !nextOpen && onClose()}
    >
      <div id={id} ref={contentRef} className={classNames(!isBare && 'pop-pad')}>
        {typeof children === 'function' ? children(onClose) : children}
      </div>
    </Base>
  );
}
