import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  Checkbox as BaseCheckbox,
  CheckboxGroup as BaseCheckboxGroup,
  type CheckboxGroupProps as BaseCheckboxGroupProps,
  type CheckboxProps as BaseCheckboxProps,
  RadioGroup as BaseRadioGroup,
  type RadioGroupProps as BaseRadioGroupProps,
  Switch as BaseSwitch,
  type SwitchProps as BaseSwitchProps,
  Radio,
} from 'react-aria-components';
import { classNames } from '../layout/class-names.ts';
import { FieldFoot, FieldLabel, type FieldTexts } from './field-parts.tsx';

type ChoiceWords = { children?: ReactNode; description?: ReactNode; className?: string };

function ChoiceText({ children, description }: ChoiceWords) {
  if (!children) return null;
  return (
    <span className="choice-text">
      <span>{children}</span>
      {description && <span className="help">{description}</span>}
    </span>
  );
}

export type CheckboxProps = ChoiceWords & Omit<BaseCheckboxProps, 'children' | 'className'>;

/** Without children it needs an `aria-label`. */
export function Checkbox({ children, description, className, ...rest }: CheckboxProps) {
  return (
    <BaseCheckbox validationBehavior="aria" {...rest} className={classNames('choice', className)}>
      {({ isIndeterminate }) => (
        <>
          <span className="check">{isIndeterminate ? <Minus aria-hidden="true" /> : <Check aria-hidden="true" />}</span>
          <ChoiceText description={description}>{children}</ChoiceText>
        </>
      )}
    </BaseCheckbox>
  );
}

export type Option = { id: string; label: ReactNode; description?: ReactNode; isDisabled?: boolean };

export type CheckboxGroupProps = FieldTexts &
  Omit<BaseCheckboxGroupProps, 'children' | 'className' | 'isInvalid'> & {
    options: readonly Option[];
    isVertical?: boolean;
    className?: string;
  };

/** A choice of several options. */
export function CheckboxGroup({
  label,
  description,
  errorMessage,
  isOptional,
  options,
  isVertical,
  className,
  ...rest
}: CheckboxGroupProps) {
  return (
    <BaseCheckboxGroup
      validationBehavior="aria"
      {...rest}
      isInvalid={errorMessage ? true : undefined}
      className={classNames('field', className)}
    >
      <FieldLabel label={label} isOptional={isOptional} />
      <div className="choices" data-orientation={isVertical ? 'vertical' : undefined}>
        {options.map((option) => (
          <Checkbox key={option.id} value={option.id} description={option.description} isDisabled={option.isDisabled}>
            {option.label}
          </Checkbox>
        ))}
      </div>
      <FieldFoot description={description} errorMessage={errorMessage} />
    </BaseCheckboxGroup>
  );
}

export type RadioGroupProps = FieldTexts &
  Omit<BaseRadioGroupProps, 'children' | 'className' | 'isInvalid'> & {
    options: readonly Option[];
    className?: string;
  };

/** A choice of one of a few visible options. For more than six, use Select. */
export function RadioGroup({
  label,
  description,
  errorMessage,
  isOptional,
  options,
  className,
  orientation = 'horizontal',
  ...rest
}: RadioGroupProps) {
  return (
    <BaseRadioGroup
      validationBehavior="aria"
      {...rest}
      orientation={orientation}
      isInvalid={errorMessage ? true : undefined}
      className={classNames('field', className)}
    >
      <FieldLabel label={label} isOptional={isOptional} />
      <div className="choices" data-orientation={orientation}>
        {options.map((option) => (
          <Radio key={option.id} value={option.id} isDisabled={option.isDisabled} className="choice">
            <span className="radio" />
            <ChoiceText description={option.description}>{option.label}</ChoiceText>
          </Radio>
        ))}
      </div>
      <FieldFoot description={description} errorMessage={errorMessage} />
    </BaseRadioGroup>
  );
}

export type SwitchProps = ChoiceWords &
  Omit<BaseSwitchProps, 'children' | 'className'> & {
    /** The label first, the switch at the end of the line: for lists of settings. */
    isAtEnd?: boolean;
  };

/** A switch applies at once: its effect must not wait for a Save. */
export function Switch({ children, description, isAtEnd, className, ...rest }: SwitchProps) {
  const words = <ChoiceText description={description}>{children}</ChoiceText>;
  return (
    <BaseSwitch {...rest} className={classNames('choice', isAtEnd && 'choice-end', className)}>
      {isAtEnd && words}
      <span className="toggle" />
      {!isAtEnd && words}
    </BaseSwitch>
  );
}
