import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { VisuallyHidden } from '#ui/display/visually-hidden.tsx';
import { Form } from '#ui/fields/form.tsx';
import { Select } from '#ui/fields/select.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useUnsavedInPanel } from '#ui/fields/unsaved.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { useErrorText } from '../../components/error-text.ts';
import { addCategory, removeCategory, renameCategory } from '../data.ts';
import type { CategoryPath } from '../rules.ts';
import { ForCourse } from './for-course.tsx';
import { useCategoryOptions } from './use-category-options.ts';

const TOP = 'top';

/** Adds, renames and removes the categories of a course. */
export function CategoriesDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation('quizzes');
  return (
    <Dialog title={t('bank.categories')} isOpen={isOpen} onOpenChange={(open) => !open && onClose()} isWide>
      <ForCourse>{(courseId) => <Categories key={courseId} courseId={courseId} />}</ForCourse>
    </Dialog>
  );
}

function Categories({ courseId }: { courseId: string }) {
  const { t } = useTranslation('quizzes');
  const { paths } = useCategoryOptions(courseId);
  return (
    <>
      {paths.length === 0 ? (
        <p className="help">{t('bank.noCategories')}</p>
      ) : (
        <ul className="list max-h-80 overflow-y-auto border-y border-line" aria-label={t('bank.categories')}>
          {paths.map((category) => (
            <CategoryRow key={category.id} category={category} />
          ))}
        </ul>
      )}
      <AddCategory courseId={courseId} />
    </>
  );
}

/** Writes of categories, after which what shows them is read anew. */
function useCategorySave<Input>(write: (input: Input) => Promise<unknown>) {
  const { account_id } = useAccount();
  const errorText = useErrorText();
  return useSave(write, { invalidates: [['quizzes', account_id]], errorText });
}

function CategoryRow({ category }: { category: CategoryPath }) {
  const { t } = useTranslation('quizzes');
  const db = useDb();
  const { account_id } = useAccount();
  const [name, setName] = useState(category.name);
  const rename = useCategorySave((text: string) => renameCategory(db, account_id, category.id, text));
  const remove = useCategorySave(() => removeCategory(db, account_id, category.id));
  function leave() {
    const text = name.trim();
    if (text === '') setName(category.name);
    else if (text !== category.name) void rename.save(text);
  }
  return (
    <li className="list-row" style={{ paddingInlineStart: `${Math.min(category.depth, 6) * 20}px` }}>
      <TextField
        label={<VisuallyHidden>{t('bank.nameOf', { name: category.path })}</VisuallyHidden>}
        value={name}
        maxLength={80}
        onChange={setName}
        onBlur={leave}
        className="flex-1"
      />
      <IconButton
        label={t('form.remove', { name: category.path })}
        icon={Trash2}
        size="sm"
        onPress={() => void remove.save(undefined)}
      />
    </li>
  );
}

function AddCategory({ courseId }: { courseId: string }) {
  const { t } = useTranslation('quizzes');
  const db = useDb();
  const { account_id } = useAccount();
  const { options } = useCategoryOptions(courseId);
  const [name, setName] = useState('');
  const [parent, setParent] = useState(TOP);
  useUnsavedInPanel(name.trim() !== '');
  const parent_id = parent === TOP ? null : parent;
  const add = useCategorySave((text: string) =>
    addCategory(db, account_id, { course_id: courseId, parent_id, name: text }),
  );
  async function submit() {
    const text = name.trim();
    if (text === '') return;
    setName('');
    if (!(await add.save(text))) setName(text);
  }
  return (
    <Form label={t('bank.addCategory')} onSubmit={() => void submit()}>
      <div className="grid items-end gap-3 sm:grid-cols-[1fr_1fr_auto]">
        <TextField label={t('bank.newCategory')} value={name} maxLength={80} onChange={setName} />
        <Select
          label={t('bank.inside')}
          value={parent}
          options={[{ id: TOP, label: t('bank.topLevel') }, ...options]}
          onChange={setParent}
        />
        <Button type="submit" isBusy={add.isSaving}>
          {t('bank.addCategory')}
        </Button>
      </div>
    </Form>
  );
}
