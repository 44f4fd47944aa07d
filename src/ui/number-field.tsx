import { Minus, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { NumberField as Base, type NumberFieldProps as BaseProps, Button, Group, Input } from 'react-aria-components';
import { classNames } from './class-names.ts';
import { FieldFoot, FieldLabel, type FieldWords } from './field-parts.tsx';

export type NumberFieldProps = FieldWords &
  Omit<BaseProps, 'children' | 'className' | 'isInvalid'> & {
    suffix?: ReactNode;
    placeholder?: string;
    /** Buttons for one step up and down: for small counts. */
    hasSteps?: boolean;
    className?: string;
  };

/** A whole number in the reader's own notation (decimal-field.tsx is for sums and fractions); `null` and an empty field come as NaN from React Aria, and as `undefined` from useDraft. */
export function NumberField({
  label,
  description,
  errorMessage,
  isOptional,
  suffix,
  placeholder,
  hasSteps,
  className,
  ...rest
}: NumberFieldProps) {
  return (
    <Base
      validationBehavior="aria"
      {...rest}
      isInvalid={errorMessage ? true : undefined}
      className={classNames('field', className)}
    >
      <FieldLabel label={label} isOptional={isOptional} />
      <Group className="input num">
        <Input placeholder={placeholder} />
        {suffix && <span className="input-affix">{suffix}</span>}
        {hasSteps && (
          <span className="input-steps">
            <Button slot="decrement" className="input-btn">
              <Minus aria-hidden="true" />
            </Button>
            <Button slot="increment" className="input-btn">
              <Plus aria-hidden="true" />
            </Button>
          </span>
        )}
      </Group>
      <FieldFoot description={description} errorMessage={errorMessage} />
    </Base>
  );
}
