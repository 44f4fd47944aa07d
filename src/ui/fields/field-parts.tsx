import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { FieldError as BaseFieldError, Label as BaseLabel, Text } from 'react-aria-components';
import { useTranslation } from 'react-i18next';

/** Props of every field besides its value. */
export type FieldTexts = {
  label: ReactNode;
  /** Help text: what it is for, or what is accepted. */
  description?: ReactNode;
  /** Error message of the caller or the server; default: the form's error for this name. */
  errorMessage?: string;
  /** Shows "optional" beside the label: mark the rare kind, not the common one. */
  isOptional?: boolean;
};

/** The label of a React Aria field. */
export function FieldLabel({ label, isOptional }: Pick<FieldTexts, 'label' | 'isOptional'>) {
  const { t } = useTranslation('ui');
  return (
    <BaseLabel className="field-label">
      {label} {isOptional && <span className="field-optional">{t('field.optional')}</span>}
    </BaseLabel>
  );
}

/** Help text and error below the field. */
export function FieldFoot({ description, errorMessage }: Pick<FieldTexts, 'description' | 'errorMessage'>) {
  return (
    <>
      {description && (
        <Text slot="description" className="help">
          {description}
        </Text>
      )}
      <BaseFieldError className="field-error">
        {({ validationErrors }) => errorMessage ?? validationErrors.join(' ')}
      </BaseFieldError>
    </>
  );
}

/** An icon in an invalid field, because colour alone is not accessible. */
export function ErrorMark() {
  return <CircleAlert aria-hidden="true" className="is-bad" />;
}
