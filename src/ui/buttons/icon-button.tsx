import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button as BaseButton, Link as BaseLink } from 'react-aria-components';
import { Tooltip } from '../overlays/tooltip.tsx';
import type { ButtonProps, LinkButtonProps } from './button.tsx';
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts';
import { whileBusy } from './while-busy.ts';

type IconAppearance = {
  /** The accessible name, and the tooltip. */
  label: string;
  icon: LucideIcon;
  shortcut?: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Mirrors the icon in right-to-left text: for arrows, never for clocks or play. */
  isDirectional?: boolean;
  className?: string;
  /** A badge on the corner, such as an unread count. */
  children?: ReactNode;
};

export type IconButtonProps = IconAppearance & Omit<ButtonProps, keyof IconAppearance | 'iconEnd' | 'isBlock'>;
export type IconLinkProps = IconAppearance & Omit<LinkButtonProps, keyof IconAppearance | 'iconEnd' | 'isBlock'>;

/** An icon-only button: only where its meaning is universal, or in a toolbar. */
export function IconButton({
  label,
  icon: Icon,
  shortcut,
  variant = 'quiet',
  size,
  isDirectional,
  isBusy,
  className,
  children,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip label={label} shortcut={shortcut}>
      <BaseButton
        {...whileBusy(rest, isBusy)}
        aria-label={children ? undefined : label}
        className={buttonClass({ variant, size, className: `btn-icon ${className ?? ''}` })}
      >
        {isBusy ? (
          <span className="spin" aria-hidden="true" />
        ) : (
          <Icon aria-hidden="true" className={isDirectional ? 'flip' : undefined} />
        )}
        {children && <span className="vh">{label}</span>}
        {children}
      </BaseButton>
    </Tooltip>
  );
}

export function IconLink({
  label,
  icon: Icon,
  shortcut,
  variant = 'quiet',
  size,
  isDirectional,
  className,
  children,
  ...rest
}: IconLinkProps) {
  return (
    <Tooltip label={label} shortcut={shortcut}>
      <BaseLink
        {...rest}
        aria-label={children ? undefined : label}
        className={buttonClass({ variant, size, className: `btn-icon ${className ?? ''}` })}
      >
        <Icon aria-hidden="true" className={isDirectional ? 'flip' : undefined} />
        {children && <span className="vh">{label}</span>}
        {children}
      </BaseLink>
    </Tooltip>
  );
}
