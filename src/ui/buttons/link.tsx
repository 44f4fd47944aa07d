import { Link as Base, type LinkProps as BaseProps } from 'react-aria-components';
import { classNames } from '../layout/class-names.ts';

/** A text link. */
export function TextLink({ className, ...rest }: Omit<BaseProps, 'className'> & { className?: string }) {
  return <Base {...rest} className={classNames('link', className)} />;
}
