import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { RadioGroup, Switch } from '#ui/fields/choice.tsx';
import { Form } from '#ui/fields/form.tsx';
import { Select } from '#ui/fields/select.tsx';
import { TextArea, TextField } from '#ui/fields/text-field.tsx';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { fileKinds, MAX_FILES } from '../files/rules.ts';
import { conditionKinds, type FormField, fieldWidths, hiddenSources } from '../rules.ts';
import { ALWAYS, type FieldDraft, fieldOf, hasOptions, useFieldDraft } from './field-draft.ts';

type PanelProps = {
  field: FormField;
  /** The earlier fields, which its condition may refer to. */
  before: readonly FormField[];
  onClose: () => void;
  onDone: (field: FormField) => void;
};

/** Settings of one form field: label, type, validation and condition. */
export function FieldPanel({ field, before, onClose, onDone }: PanelProps) {
  const { t } = useTranslation('forms');
  const id = useId();
  const draft = useFieldDraft(field, t);
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
      <Form
        id={id}
        label={t(`field.type.${field.type}`)}
        onSubmit={() => {
          if (draft.check()) onDone(fieldOf(field, draft.values));
        }}
      >
        <TextField
          label={t(field.type === 'consent' ? 'field.consentLabel' : 'field.label')}
          maxLength={500}
          autoFocus
          {...draft.field('label')}
        />
        {hasOptions(field.type) ? (
          <TextArea label={t('field.options')} rows={6} maxLength={8_000} {...draft.field('options')} />
        ) : null}
        {field.type === 'hidden' ? (
          <HiddenParts draft={draft} />
        ) : (
          <>
            <VisibleParts type={field.type} draft={draft} />
            <ConditionParts draft={draft} before={before} />
          </>
        )}
      </Form>
    </SidePanel>
  );
}

/** What a field that is shown has beside its label, by its type. */
function VisibleParts({ type, draft }: { type: FormField['type']; draft: FieldDraft }) {
  const { t } = useTranslation('forms');
  const bounds = boundsOf(type);
  return (
    <>
      <Switch isAtEnd {...draft.toggle('isRequired')}>
        {t('field.required')}
      </Switch>
      {type === 'text' ? (
        <Switch isAtEnd {...draft.toggle('isName')}>
          {t('field.isName')}
        </Switch>
      ) : null}
      {type === 'consent' ? (
        <Switch isAtEnd {...draft.toggle('isNewsletter')}>
          {t('field.isNewsletter')}
        </Switch>
      ) : null}
      <TextField label={t('field.help')} maxLength={300} isOptional {...draft.field('help')} />
      {bounds === 'text' || bounds === 'number' || type === 'email' || type === 'phone' ? (
        <TextField label={t('field.placeholder')} maxLength={120} isOptional {...draft.field('placeholder')} />
      ) : null}
      {bounds ? <BoundsParts bounds={bounds} draft={draft} /> : null}
      {type === 'file' ? <FileParts draft={draft} /> : null}
      {type === 'consent' ? null : (
        <RadioGroup
          label={t('field.width')}
          value={draft.values.width}
          onChange={(width) => draft.set('width', width)}
          options={fieldWidths.map((width) => ({ id: width, label: t(`field.${width}`) }))}
        />
      )}
    </>
  );
}

type Bounds = 'number' | 'text' | 'checkbox';

/** What the bounds of a field limit; null where it has none. */
function boundsOf(type: FormField['type']): Bounds | null {
  if (type === 'number' || type === 'checkbox') return type;
  return type === 'text' || type === 'long' ? 'text' : null;
}

function BoundsParts({ bounds, draft }: { bounds: Bounds; draft: FieldDraft }) {
  const { t } = useTranslation('forms');
  return (
    <div className="form-cols">
      {(['least', 'most'] as const).map((name) => (
        <TextField
          key={name}
          label={t(`field.${name}.${bounds}`)}
          inputMode="decimal"
          maxLength={14}
          isOptional
          {...draft.field(name)}
        />
      ))}
    </div>
  );
}

function FileParts({ draft }: { draft: FieldDraft }) {
  const { t } = useTranslation('forms');
  return (
    <>
      <RadioGroup
        label={t('field.files')}
        value={draft.values.files}
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
  );
}

function HiddenParts({ draft }: { draft: FieldDraft }) {
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

function ConditionParts({ draft, before }: { draft: FieldDraft; before: readonly FormField[] }) {
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
