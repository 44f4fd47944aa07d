import type { ButtonProps as AriaButtonProps } from 'react-aria-components';

/**
 * Props of a button with a pending action: it stays focusable, ignores presses, and no longer submits its form by
 * Enter. (React Aria's own pending state also announces an image that labels the button, which is gone once the action
 * has navigated away.)
 */
export function whileBusy<Props extends AriaButtonProps>(props: Props, isBusy: boolean | undefined): Props {
  if (!isBusy) return props;
  return {
    ...props,
    type: props.type === 'submit' ? 'button' : props.type,
    onPress: undefined,
    onPressStart: undefined,
    onPressEnd: undefined,
    onPressChange: undefined,
    onPressUp: undefined,
    onClick: undefined,
    'aria-disabled': true,
    'data-busy': true,
  };
}
