import type { ButtonProps as AriaButtonProps } from 'react-aria-components';

/**
 * A button whose action is under way: it keeps its place in the order of focus, ignores presses, and no longer submits
 * its form by Enter. (The library's own pending state also announces, by a picture that points at the button, what is
 * gone once the action led away.)
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
