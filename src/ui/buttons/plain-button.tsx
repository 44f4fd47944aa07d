import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { type ButtonLook, buttonClass } from './button-class.ts';

/*
 * Button and LinkButton without React Aria, for what stands in a first screen: a tenth of its script. Use the others
 * wherever a menu, a popover or a tooltip belongs to the button.
 */

type Appearance = Omit<ButtonLook, 'className'> & { icon?: LucideIcon; className?: string; children?: ReactNode };

/** While busy it keeps the focus and ignores presses. */
export function PlainButton({
  variant,
  size,
  isBlock,
  className,
  icon: Icon,
  isBusy,
  onClick,
  children,
  ...rest
}: Appearance & { isBusy?: boolean } & Omit<ComponentProps<'button'>, 'className' | 'children'>) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ variant, size, isBlock, className })}
      aria-disabled={isBusy || undefined}
      data-busy={isBusy || undefined}
      onClick={isBusy ? undefined : onClick}
    >
      {isBusy ? <span className="spin" aria-hidden="true" /> : Icon && <Icon aria-hidden="true" />}
      {children}
    </button>
  );
}

/** A link of the product itself, styled as a button. */
export function PlainLink({
  variant,
  size,
  isBlock,
  className,
  icon: Icon,
  href,
  children,
}: Appearance & { href: string }) {
  return (
    <Link to={href} className={buttonClass({ variant, size, isBlock, className })}>
      {Icon && <Icon aria-hidden="true" />}
      {children}
    </Link>
  );
}
