import type { LucideIcon } from 'lucide-react';
import { Check, Eye, EyeOff } from 'lucide-react';
import { type ReactNode, type Ref, useState } from 'react';
import {
  TextField as Base,
  TextArea as BaseArea,
  type TextFieldProps as BaseProps,
  Button,
  Group,
  Input,
} from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { classNames } from '../layout/class-names.ts';
import { ErrorMark, FieldFoot, FieldLabel, type FieldTexts } from './field-parts.tsx';

export type TextFieldProps = FieldTexts &
  Omit<BaseProps, 'children' | 'className' | 'isInvalid'> & {
    placeholder?: string;
    icon?: LucideIcon;
    /** Fixed text before or after the input: a scheme, a domain, a unit. */
    prefix?: ReactNode;
    suffix?: ReactNode;
    /** The value was validated: a green border, beside a description that says so. */
    isValid?: boolean;
    /** The direction of the input; the label keeps that of the interface. */
    dir?: 'auto' | 'ltr' | 'rtl';
    className?: string;
    ref?: Ref<HTMLInputElement>;
  };

export type TextAreaProps = FieldTexts &
  Omit<BaseProps, 'children' | 'className' | 'isInvalid' | 'type'> & {
    placeholder?: string;
    rows?: number;
    dir?: 'auto' | 'ltr' | 'rtl';
    className?: string;
    ref?: Ref<HTMLTextAreaElement>;
  };

export function TextField({
  label,
  description,
  errorMessage,
  isOptional,
  placeholder,
  icon: Icon,
  prefix,
  suffix,
  isValid,
  className,
  type,
  dir,
  ref,
  ...rest
}: TextFieldProps) {
  const [isShown, setShown] = useState(false);
  const { t } = useTranslation('ui');
  const isPassword = type === 'password';
  return (
    <Base
      validationBehavior="aria"
      {...rest}
      type={isPassword && isShown ? 'text' : type}
      isInvalid={errorMessage ? true : undefined}
      className={classNames('field', className)}
    >
      <FieldLabel label={label} isOptional={isOptional} />
      <Group dir={dir === 'auto' ? undefined : dir} className={classNames('input', isValid && 'is-valid')}>
        {Icon && <Icon aria-hidden="true" />}
        {prefix && <span className="input-affix">{prefix}</span>}
        <Input ref={ref} dir={dir} placeholder={placeholder} />
        {suffix && <span className="input-affix">{suffix}</span>}
        {errorMessage && <ErrorMark />}
        {isValid && !errorMessage && <Check aria-hidden="true" className="is-good" />}
        {isPassword && (
          <Button
            className="input-btn"
            aria-label={t(isShown ? 'field.hidePassword' : 'field.showPassword')}
            onPress={() => setShown(!isShown)}
          >
            {isShown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
          </Button>
        )}
      </Group>
      <FieldFoot description={description} errorMessage={errorMessage} />
    </Base>
  );
}

export function TextArea({
  label,
  description,
  errorMessage,
  isOptional,
  placeholder,
  rows = 4,
  className,
  dir,
  ref,
  ...rest
}: TextAreaProps) {
  const { t } = useTranslation('ui');
  const length = (rest.value ?? rest.defaultValue ?? '').length;
  const isNearLimit = rest.maxLength !== undefined && length > rest.maxLength * 0.8;
  return (
    <Base
      validationBehavior="aria"
      {...rest}
      isInvalid={errorMessage ? true : undefined}
      className={classNames('field', className)}
    >
      <FieldLabel label={label} isOptional={isOptional} />
      <BaseArea ref={ref} dir={dir} className="input" placeholder={placeholder} rows={rows} />
      <FieldFoot
        errorMessage={errorMessage}
        description={isNearLimit ? t('field.charactersLeft', { count: (rest.maxLength ?? 0) - length }) : description}
      />
    </Base>
  );
}
