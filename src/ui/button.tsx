import type { LucideIcon } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import {
  type ButtonProps as AriaButtonProps,
  type LinkProps as AriaLinkProps,
  Button as BaseButton,
  Link as BaseLink,
} from 'react-aria-components';
import { classNames } from './class-names.ts';
import { whileBusy } from './while-busy.ts';

export type ButtonVariant = 'primary' | 'line' | 'quiet' | 'soft' | 'danger' | 'danger-line' | 'accent';
export type ButtonSize = 'sm' | 'md' | 'lg' | 'xl';

type Appearance = {
  /** One `primary` on a screen; `line` for what stands beside it; `quiet` in bars. */
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: LucideIcon;
  iconEnd?: LucideIcon;
  /** As wide as what it stands in. */
  isBlock?: boolean;
  children?: ReactNode;
  className?: string;
};

export type ButtonProps = Appearance &
  Omit<AriaButtonProps, 'children' | 'className' | 'isPending'> & {
    /** The action is under way: focus stays, presses are ignored. */
    isBusy?: boolean;
    ref?: Ref<HTMLButtonElement>;
  };

export type LinkButtonProps = Appearance &
  Omit<AriaLinkProps, 'children' | 'className'> & { ref?: Ref<HTMLAnchorElement> };

/** The class list of a button, for markup that no component of ours renders (plain HTML of the public site). */
export function buttonClass({ variant = 'line', size = 'md', isBlock, className }: Appearance = {}): string {
  return classNames('btn', `btn-${variant}`, size !== 'md' && `btn-${size}`, isBlock && 'btn-block', className);
}

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

/** A link that looks like a button: it goes somewhere, so it can be opened in a new tab. */
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
