import { classNames } from '../layout/class-names.ts';

export type ButtonVariant = 'primary' | 'line' | 'quiet' | 'soft' | 'danger' | 'danger-line' | 'accent';
export type ButtonSize = 'sm' | 'md' | 'lg' | 'xl';

export type ButtonLook = {
  /** One `primary` on a screen; `line` for what stands beside it; `quiet` in bars. */
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** As wide as what it stands in. */
  isBlock?: boolean;
  className?: string;
};

/**
 * The class list of a button, for markup that no component of ours renders (plain HTML of the public site). By itself, so
 * that a page of plain HTML loads nothing of the component.
 */
export function buttonClass({ variant = 'line', size = 'md', isBlock, className }: ButtonLook = {}): string {
  return classNames('btn', `btn-${variant}`, size !== 'md' && `btn-${size}`, isBlock && 'btn-block', className);
}
