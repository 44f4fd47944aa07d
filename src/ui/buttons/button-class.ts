import { classNames } from '../layout/class-names.ts';

export type ButtonVariant = 'primary' | 'line' | 'quiet' | 'soft' | 'danger' | 'danger-line' | 'accent';
export type ButtonSize = 'sm' | 'md' | 'lg' | 'xl';

export type ButtonLook = {
  /** Use one `primary` per screen; `line` for secondary actions; `quiet` in toolbars. */
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Full width of its container. */
  isBlock?: boolean;
  className?: string;
};

/**
 * The class list of a button, for markup without our component (plain HTML of the public site). In a module of its own,
 * so that such a page does not load the component.
 */
export function buttonClass({ variant = 'line', size = 'md', isBlock, className }: ButtonLook = {}): string {
  return classNames('btn', `btn-${variant}`, size !== 'md' && `btn-${size}`, isBlock && 'btn-block', className);
}
