import type { LucideIcon } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import {
  type ButtonProps as AriaButtonProps,
  type LinkProps as AriaLinkProps,
  Button as BaseButton,
  Link as BaseLink,
} from 'react-aria-components';
import { type ButtonLook, buttonClass } from './button-class.ts';
import { whileBusy } from './while-busy.ts';

type Appearance = ButtonLook & {
  icon?: LucideIcon;
  iconEnd?: LucideIcon;
  children?: ReactNode;
};

export type ButtonProps = Appearance &
  Omit<AriaButtonProps, 'children' | 'className' | 'isPending'> & {
    /** The action is pending: focus stays, presses are ignored. */
    isBusy?: boolean;
    ref?: Ref<HTMLButtonElement>;
  };

export type LinkButtonProps = Appearance &
  Omit<AriaLinkProps, 'children' | 'className'> & { ref?: Ref<HTMLAnchorElement> };

export function Button({
  variant,
  size,
  icon: Icon,
  iconEnd: IconEnd,
  isBlock,
  isBusy,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <BaseButton {...whileBusy(rest, isBusy)} className={buttonClass({ variant, size, isBlock, className })}>
      {isBusy ? <span className="spin" aria-hidden="true" /> : Icon && <Icon aria-hidden="true" />}
      {children}
      {IconEnd && <IconEnd aria-hidden="true" />}
    </BaseButton>
  );
}

/** A link styled as a button: it navigates, so it can be opened in a new tab. */
export function LinkButton({
  variant,
  size,
  icon: Icon,
  iconEnd: IconEnd,
  isBlock,
  className,
  children,
  ...rest
}: LinkButtonProps) {
  return (
    <BaseLink {...rest} className={buttonClass({ variant, size, isBlock, className })}>
      {Icon && <Icon aria-hidden="true" />}
      {children}
      {IconEnd && <IconEnd aria-hidden="true" />}
    </BaseLink>
  );
}
