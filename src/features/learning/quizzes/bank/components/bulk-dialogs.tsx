import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Form } from '#ui/fields/form.tsx';
import { Select } from '#ui/fields/select.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import type { List } from '#ui/list/use-list.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { chosenIds } from '#ui/table/use-bulk.ts';
import { useErrorText } from '../../components/error-text.ts';
import { type BankChange, type BankQuestion, changeBankQuestions } from '../data.ts';
import { useCategoryOptions } from './use-category-options.ts';

const NONE = 'none';

type BulkDialogProps = { list: List<BankQuestion>; onClose: () => void };

/** A change of the selected questions, after which none is selected. */
function useChange({ list, onClose }: BulkDialogProps) {
  const { t } = useTranslation('quizzes');
  const db = useDb();
  const { account_id } = useAccount();
  const errorText = useErrorText();
  return useSave(async (change: BankChange) => changeBankQuestions(db, await chosenIds(list), change), {
    isInForm: true,
    invalidates: [['quizzes', account_id]],
    errorText,
    done: t('bank.changed'),
    onSaved: () => {
      list.selection.clear();
      onClose();
    },
  });
}

/** Moves questions of one course into a category, or out of any. */
export function MoveDialog(props: BulkDialogProps) {
  const { t } = useTranslation('quizzes');
  const [category, setCategory] = useState(NONE);
  const { selection, rows = [] } = props.list;
  const courses = new Set(
    rows.filter(({ id }) => selection.isAll || selection.ids.has(id)).map(({ course_id }) => course_id),
  );
  const [course = ''] = courses;
  const { options } = useCategoryOptions(course);
  const { save, isSaving, problem } = useChange(props);
  const isMixed = courses.size > 1;
  return (
    <Dialog
      title={t('bank.move')}
      isOpen
      isChanged={category !== NONE}
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      footer={
        <Button variant="primary" type="submit" form="move" isBusy={isSaving} isDisabled={isMixed}>
          {t('bank.move')}
        </Button>
      }
    >
      <Form
        id="move"
        label={t('bank.move')}
        problem={problem}
        onSubmit={() => void save({ category_id: category === NONE ? null : category })}
      >
        <Select
          label={t('bank.category')}
          description={isMixed ? t('bank.oneCourse') : undefined}
          isDisabled={isMixed}
          value={category}
          options={[{ id: NONE, label: t('bank.noCategory') }, ...options]}
          onChange={setCategory}
        />
      </Form>
    </Dialog>
  );
}

/** Adds a tag to questions, or takes it off them. */
export function TagDialog(props: BulkDialogProps) {
  const { t } = useTranslation('quizzes');
  const [tag, setTag] = useState('');
  const { save, isSaving, problem } = useChange(props);
  return (
    <Dialog
      title={t('bank.tags')}
      isOpen
      isChanged={tag !== ''}
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      footer={
        <>
          <Button isDisabled={isSaving || tag.trim() === ''} onPress={() => void save({ remove_tag: tag.trim() })}>
            {t('bank.removeTag')}
          </Button>
          <Button variant="primary" type="submit" form="tag" isBusy={isSaving}>
            {t('bank.addTag')}
          </Button>
        </>
      }
    >
      <Form id="tag" label={t('bank.tags')} problem={problem} onSubmit={() => void save({ add_tag: tag.trim() })}>
        <TextField label={t('bank.tag')} value={tag} maxLength={40} isRequired autoFocus onChange={setTag} />
      </Form>
    </Dialog>
  );
}
