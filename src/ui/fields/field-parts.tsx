import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { FieldError as BaseFieldError, Label as BaseLabel, Text } from 'react-aria-components';
import { useTranslation } from 'react-i18next';

/** What every field takes beside its value. */
export type FieldWords = {
  label: ReactNode;
  /** Under the field: what it is for, or what is accepted. */
  description?: ReactNode;
  /** What is wrong, and what to do. Said by the caller or by the server; without it the form's own error for this name shows. */
  errorMessage?: string;
  /** Says "optional" beside the label: mark the rare kind, not the common one. */
  isOptional?: boolean;
};

/** The label of a field whose behaviour is React Aria's. */
export function FieldLabel({ label, isOptional }: Pick<FieldWords, 'label' | 'isOptional'>) {
  const { t } = useTranslation('ui');
  return (
    <BaseLabel className="field-label">
      {label} {isOptional && <span className="field-optional">{t('field.optional')}</span>}
    </BaseLabel>
  );
}

/** Help and error, under the field. */
export function FieldFoot({ description, errorMessage }: Pick<FieldWords, 'description' | 'errorMessage'>) {
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

/** The mark inside a field that is wrong: colour alone says nothing to many people. */
export function ErrorMark() {
  return <CircleAlert aria-hidden="true" className="is-bad" />;
}
