import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { UNIQUE_VIOLATION } from '#base/shared/db-client.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Switch } from '#ui/fields/choice.tsx';
import { Form } from '#ui/fields/form.tsx';
import { Select } from '#ui/fields/select.tsx';
import { TextArea, TextField } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { saveField } from '../fields/data.ts';
import { fieldTypes, type MemberField, maxOptions, optionsOf, visibilities } from '../fields/rules.ts';

/** Form for one member field, existing or new. */
export function FieldEditor({
  field,
  position,
  onClose,
}: {
  field: MemberField | null;
  position: number;
  onClose: () => void;
}) {
  const { t } = useTranslation('members');
  const db = useDb();
  const { account_id } = useAccount();
  const draft = useFieldDraft(field);
  const { values } = draft;

  const {
    save,
    isSaving: isBusy,
    problem,
  } = useSave(
    async () => {
      await saveField(db, account_id, field?.id ?? null, {
        ...values,
        label: values.label.trim(),
        hint: values.hint.trim(),
        options: values.type === 'choice' ? optionsOf(values.options) : [],
        position: field?.position ?? position,
      });
      onClose();
    },
    {
      form: draft,
      invalidates: [['members', account_id, 'fields']],
      done: () => t('fields.fieldSaved', { name: values.label.trim() }),
      fields: { [UNIQUE_VIOLATION]: ['label', t('fields.labelTaken')] },
    },
  );
  return (
    <SidePanel
      title={field ? field.label : t('fields.add')}
      isOpen
      isChanged={draft.isChanged}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button variant="primary" type="submit" form="field" isBusy={isBusy} isDisabled={!draft.isChanged}>
          {t('fields.save')}
        </Button>
      }
    >
      <Form id="field" label={t('fields.title')} onSubmit={() => void save()} problem={problem}>
        <FieldSettings draft={draft} hasFixedType={field !== null} />
      </Form>
    </SidePanel>
  );
}

function useFieldDraft(field: MemberField | null) {
  const { t } = useTranslation('members');
  return useDraft({
    saved: {
      label: field?.label ?? '',
      hint: field?.hint ?? '',
      type: field?.type ?? 'text',
      options: field?.options.join('\n') ?? '',
      is_required: field?.is_required ?? false,
      on_sign_up: field?.on_sign_up ?? false,
      visibility: field?.visibility ?? 'staff',
    },
    validate: ({ label, type, options }) => {
      const optionCount = optionsOf(options).length;
      const isInvalid = type === 'choice' && (optionCount === 0 || optionCount > maxOptions);
      return {
        label: label.trim() ? undefined : t('fields.labelMissing'),
        options: isInvalid ? t('fields.optionsWrong', { count: maxOptions }) : undefined,
      };
    },
  });
}

function FieldSettings({ draft, hasFixedType }: { draft: ReturnType<typeof useFieldDraft>; hasFixedType: boolean }) {
  const { t } = useTranslation('members');
  const { type, visibility } = draft.values;
  return (
    <>
      <TextField label={t('fields.label')} maxLength={80} isRequired autoFocus {...draft.field('label')} />
      <TextField label={t('fields.hint')} isOptional maxLength={200} {...draft.field('hint')} />
      <Select
        label={t('fields.type')}
        description={hasFixedType ? t('fields.typeStays') : undefined}
        isDisabled={hasFixedType}
        value={type}
        onChange={(id) => draft.set('type', id as MemberField['type'])}
        options={fieldTypes.map((id) => ({ id, label: t(`fields.types.${id}`) }))}
      />
      {type === 'choice' ? (
        <TextArea
          label={t('fields.options')}
          description={t('fields.optionsHint')}
          rows={5}
          maxLength={5_000}
          {...draft.field('options')}
        />
      ) : null}
      <Select
        label={t('fields.visibility')}
        value={visibility}
        onChange={(id) => draft.set('visibility', id as MemberField['visibility'])}
        options={visibilities.map((id) => ({ id, label: t(`fields.seenBy.${id}`) }))}
      />
      <Switch {...draft.toggle('is_required')}>{t('fields.required')}</Switch>
      <Switch description={t('fields.onSignUpText')} {...draft.toggle('on_sign_up')}>
        {t('fields.onSignUp')}
      </Switch>
    </>
  );
}
