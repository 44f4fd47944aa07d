import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { RadioGroup, Switch } from '#ui/fields/choice.tsx';
import { Form } from '#ui/fields/form.tsx';
import { Select } from '#ui/fields/select.tsx';
import { TextArea, TextField } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { fileKinds, MAX_FILES } from '../files/rules.ts';
import { conditionKinds, type FormField, fieldWidths, hiddenSources } from '../rules.ts';
import { optionsOf } from './form-draft.ts';

type PanelProps = {
  field: FormField;
  /** The earlier fields, which its condition may refer to. */
  before: readonly FormField[];
  onClose: () => void;
  onDone: (field: FormField) => void;
};

const ALWAYS = '-';
const hasOptions = (type: FormField['type']) => type === 'select' || type === 'radio' || type === 'checkbox';

/** What the bounds of a field limit; null where it has none. */
function boundsOf(type: FormField['type']): 'number' | 'text' | 'checkbox' | null {
  if (type === 'number' || type === 'checkbox') return type;
  return type === 'text' || type === 'long' ? 'text' : null;
}

const numberIn = (text: string): number | null => {
  const value = Number(text.trim().replace(',', '.'));
  return text.trim() === '' || !Number.isFinite(value) || Math.abs(value) > 1_000_000_000 ? null : value;
};

/** Settings of one form field: label, type, validation and condition. */
export function FieldPanel({ field, before, onClose, onDone }: PanelProps) {
  const { t } = useTranslation('forms');
  const id = useId();
  const draft = useDraft({
    saved: {
      label: field.label,
      help: field.help,
      placeholder: field.placeholder,
      isRequired: field.isRequired,
      width: field.width as string,
      options: field.options.map(({ label }) => label).join('\n'),
      least: field.least === null ? '' : String(field.least),
      most: field.most === null ? '' : String(field.most),
      files: field.files as string,
      isName: field.isName,
      isNewsletter: field.isNewsletter,
      source: field.source as string,
      value: field.value,
      conditionField: field.condition?.field ?? ALWAYS,
      conditionKind: (field.condition?.kind ?? 'is') as string,
      conditionValue: field.condition?.value ?? '',
    },
    validate: (values) => {
      const [min, max] = [numberIn(values.least), numberIn(values.most)];
      return {
        label: values.label.trim() ? undefined : t('field.labelMissing'),
        options:
          hasOptions(field.type) && optionsOf(values.options, field.options).length < 2
            ? t('field.optionsMissing')
            : undefined,
        most:
          field.type === 'file' && max !== null && (max < 1 || max > MAX_FILES)
            ? t('field.filesMost', { count: MAX_FILES })
            : min !== null && max !== null && max < min
              ? t('field.bounds')
              : undefined,
      };
    },
  });
  const { values } = draft;
  const bounds = boundsOf(field.type);
  const isHidden = field.type === 'hidden';

  function done() {
    if (!draft.check()) return;
    const { label, help, placeholder, isRequired, isName, isNewsletter, value, conditionField, ...rest } = values;
    onDone({
      ...field,
      label: label.trim(),
      help,
      placeholder,
      isRequired: !isHidden && isRequired,
      isName,
      isNewsletter,
      value,
      files: fileKinds.find((kind) => kind === rest.files) ?? 'any',
      width: fieldWidths.find((width) => width === rest.width) ?? 'full',
      source: hiddenSources.find((source) => source === rest.source) ?? 'fixed',
      options: hasOptions(field.type) ? optionsOf(rest.options, field.options) : [],
      least: numberIn(rest.least),
      most: numberIn(rest.most),
      condition:
        conditionField === ALWAYS
          ? null
          : {
              field: conditionField,
              kind: conditionKinds.find((kind) => kind === rest.conditionKind) ?? 'is',
              value: rest.conditionValue,
            },
    });
  }
  return (
    <SidePanel
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      isChanged={draft.isChanged}
      title={t(`field.type.${field.type}`)}
      footer={
        <>
          <Button onPress={onClose}>{t('field.cancel')}</Button>
          <Button variant="primary" type="submit" form={id}>
            {t('field.done')}
          </Button>
        </>
      }
    >
      <Form id={id} label={t(`field.type.${field.type}`)} onSubmit={done}>
        <TextField
          label={t(field.type === 'consent' ? 'field.consentLabel' : 'field.label')}
          maxLength={500}
          autoFocus
          {...draft.field('label')}
        />
        {isHidden ? <HiddenParts draft={draft} /> : null}
        {hasOptions(field.type) ? (
          <TextArea label={t('field.options')} rows={6} maxLength={8_000} {...draft.field('options')} />
        ) : null}
        {isHidden ? null : (
          <>
            <Switch isAtEnd {...draft.toggle('isRequired')}>
              {t('field.required')}
            </Switch>
            {field.type === 'text' ? (
              <Switch isAtEnd {...draft.toggle('isName')}>
                {t('field.isName')}
              </Switch>
            ) : null}
            {field.type === 'consent' ? (
              <Switch isAtEnd {...draft.toggle('isNewsletter')}>
                {t('field.isNewsletter')}
              </Switch>
            ) : null}
            <TextField label={t('field.help')} maxLength={300} isOptional {...draft.field('help')} />
            {bounds === 'text' || bounds === 'number' || field.type === 'email' || field.type === 'phone' ? (
              <TextField label={t('field.placeholder')} maxLength={120} isOptional {...draft.field('placeholder')} />
            ) : null}
            {bounds ? (
              <div className="form-cols">
                <TextField
                  label={t(`field.least.${bounds}`)}
                  inputMode="decimal"
                  maxLength={14}
                  isOptional
                  {...draft.field('least')}
                />
                <TextField
                  label={t(`field.most.${bounds}`)}
                  inputMode="decimal"
                  maxLength={14}
                  isOptional
                  {...draft.field('most')}
                />
              </div>
            ) : null}
            {field.type === 'file' ? (
              <>
                <RadioGroup
                  label={t('field.files')}
                  value={values.files}
                  onChange={(files) => draft.set('files', files)}
                  options={fileKinds.map((kind) => ({ id: kind, label: t(`field.fileKinds.${kind}`) }))}
                />
                <TextField
                  label={t('field.howMany')}
                  description={t('field.filesMost', { count: MAX_FILES })}
                  inputMode="numeric"
                  maxLength={1}
                  isOptional
                  {...draft.field('most')}
                />
              </>
            ) : null}
            {field.type === 'consent' ? null : (
              <RadioGroup
                label={t('field.width')}
                value={values.width}
                onChange={(width) => draft.set('width', width)}
                options={fieldWidths.map((width) => ({ id: width, label: t(`field.${width}`) }))}
              />
            )}
            <ConditionParts draft={draft} before={before} />
          </>
        )}
      </Form>
    </SidePanel>
  );
}

type PanelDraft = {
  values: { source: string; value: string; conditionField: string; conditionKind: string; conditionValue: string };
  set: (name: 'source' | 'value' | 'conditionField' | 'conditionKind' | 'conditionValue', value: string) => void;
};

function HiddenParts({ draft }: { draft: PanelDraft }) {
  const { t } = useTranslation('forms');
  return (
    <>
      <Select
        label={t('field.source')}
        value={draft.values.source}
        onChange={(source) => draft.set('source', source)}
        options={hiddenSources.map((source) => ({ id: source, label: t(`field.sources.${source}`) }))}
      />
      {draft.values.source === 'fixed' ? (
        <TextField
          label={t('field.value')}
          maxLength={500}
          value={draft.values.value}
          onChange={(value) => draft.set('value', value)}
        />
      ) : null}
    </>
  );
}

function ConditionParts({ draft, before }: { draft: PanelDraft; before: readonly FormField[] }) {
  const { t } = useTranslation('forms');
  const { values, set } = draft;
  const source = before.find(({ id }) => id === values.conditionField);
  const needsValue = values.conditionKind === 'is' || values.conditionKind === 'not';
  const choices = source?.type === 'consent' ? [{ value: 'yes', label: t('answers.agreed') }] : (source?.options ?? []);
  return (
    <>
      <Select
        label={t('field.condition')}
        value={source ? values.conditionField : ALWAYS}
        onChange={(fieldId) => set('conditionField', fieldId)}
        options={[
          { id: ALWAYS, label: t('field.always') },
          ...before.filter(({ type }) => type !== 'hidden').map(({ id, label }) => ({ id, label })),
        ]}
      />
      {source ? (
        <Select
          label={t('field.kind')}
          value={values.conditionKind}
          onChange={(kind) => set('conditionKind', kind)}
          options={conditionKinds.map((kind) => ({ id: kind, label: t(`field.kinds.${kind}`) }))}
        />
      ) : null}
      {source && needsValue ? (
        choices.length > 0 ? (
          <Select
            label={t('field.answer')}
            value={values.conditionValue || null}
            onChange={(value) => set('conditionValue', value)}
            options={choices.map(({ value, label }) => ({ id: value, label }))}
          />
        ) : (
          <TextField
            label={t('field.answer')}
            maxLength={500}
            value={values.conditionValue}
            onChange={(value) => set('conditionValue', value)}
          />
        )
      ) : null}
    </>
  );
}
