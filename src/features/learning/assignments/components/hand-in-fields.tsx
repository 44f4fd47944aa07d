import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Switch } from '#ui/fields/choice.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { readFileTypes } from '../rules.ts';
import type { Parts } from './field-parts.ts';

/** What students may hand in, and how often. */
export function HandInFields({ values, errors, set }: Parts) {
  const { t } = useTranslation('assignments');
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-sm font-semibold">{t('edit.handIn')}</legend>
      <Switch isSelected={values.takes_text} onChange={(isOn) => set('takes_text', isOn)}>
        {t('edit.names.takes_text')}
      </Switch>
      <Switch isSelected={values.takes_link} onChange={(isOn) => set('takes_link', isOn)}>
        {t('edit.names.takes_link')}
      </Switch>
      <Switch isSelected={values.max_files > 0} onChange={(isOn) => set('max_files', isOn ? 3 : 0)}>
        {t('edit.takesFiles')}
      </Switch>
      {errors.takes_text && (
        <p role="alert" className="field-error">
          {errors.takes_text}
        </p>
      )}
      {values.max_files > 0 && <FileFields values={values} errors={errors} set={set} />}
      <NumberField
        label={t('edit.names.resubmissions')}
        description={t('edit.resubmissionsHelp')}
        maxValue={20}
        hasSteps
        fallback={0}
        className="max-w-64"
        value={values.resubmissions}
        onChange={(times) => set('resubmissions', times)}
      />
    </fieldset>
  );
}

function FileFields({ values, set }: Parts) {
  const { t } = useTranslation('assignments');
  const [types, setTypes] = useState(() => values.file_types.join(', '));
  const read = readFileTypes(types);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <NumberField
        label={t('edit.names.max_files')}
        minValue={1}
        maxValue={10}
        hasSteps
        fallback={1}
        value={values.max_files}
        onChange={(count) => set('max_files', count)}
      />
      <NumberField
        label={t('edit.names.max_file_mb')}
        minValue={1}
        maxValue={100}
        suffix="MB"
        fallback={10}
        value={values.max_file_mb}
        onChange={(size) => set('max_file_mb', size)}
      />
      <TextField
        label={t('edit.names.file_types')}
        description={t('edit.fileTypesHelp')}
        isOptional
        dir="ltr"
        maxLength={200}
        className="sm:col-span-2"
        value={!read || read.join() === values.file_types.join() ? types : values.file_types.join(', ')}
        errorMessage={read ? undefined : t('edit.fileTypesWrong')}
        onChange={(text) => {
          setTypes(text);
          const next = readFileTypes(text);
          if (next) set('file_types', next);
        }}
      />
    </div>
  );
}
