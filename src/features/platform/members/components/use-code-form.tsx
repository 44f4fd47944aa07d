import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { applyFamilyCode } from '../family/data.ts';

/** Where a parent types the code that their child, or the school, gave them. */
export function UseCodeForm({ account_id }: { account_id: string }) {
  const { t } = useTranslation('members');
  const db = useDb();
  const draft = useDraft({ saved: { code: '' } });
  const { save, isSaving, problem } = useSave(
    async () => {
      const name = await applyFamilyCode(db, account_id, draft.values.code);
      draft.discard();
      return name;
    },
    {
      form: draft,
      done: (name) => t('family.linked', { name }),
      invalidates: [
        ['members', account_id, 'family'],
        ['my-courses', account_id],
      ],
    },
  );
  return (
    <Form label={t('family.useCode')} onSubmit={() => void save()} problem={problem}>
      <TextField
        label={t('family.code')}
        description={t('family.codeHelp')}
        autoComplete="off"
        maxLength={30}
        dir="ltr"
        {...draft.field('code')}
      />
      <Button className="w-max" type="submit" isBusy={isSaving} isDisabled={draft.values.code.trim() === ''}>
        {t('family.useCode')}
      </Button>
    </Form>
  );
}
