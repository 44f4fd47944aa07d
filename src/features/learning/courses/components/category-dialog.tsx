import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { isUniqueViolation } from '#base/shared/db-client.ts';
import { isSlug, slugOfTitle } from '#base/shared/slugs.ts';
import { Button } from '#ui/buttons/button.tsx';
import { TextArea, TextField } from '#ui/fields/text-field.tsx';
import { type Draft, useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { type Category, type CategoryDraft, saveCategory } from '../categories/data.ts';

/** Edits a category. */
export function CategoryDialog({
  category,
  position,
  onClose,
}: {
  category: Category | null;
  position: number;
  onClose: () => void;
}) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const { account_id } = useAccount();
  const draft = useDraft<CategoryDraft>({
    saved: { name: category?.name ?? '', slug: category?.slug ?? '', description: category?.description ?? '' },
    validate: ({ name, slug }) => ({
      name: name.trim() ? undefined : t('categories.nameMissing'),
      slug: isSlug(slug) ? undefined : t('categories.slugWrong'),
    }),
  });
  const { save, isSaving } = useSave(
    () =>
      saveCategory(db, account_id, category?.id ?? null, { ...draft.values, name: draft.values.name.trim() }, position),
    {
      check: draft.check,
      invalidates: [['course_categories', account_id]],
      onSaved: onClose,
      errorText: (error) =>
        isUniqueViolation(error) ? draft.setErrors({ slug: t('categories.slugTaken') }) : error.message,
    },
  );
  return (
    <Dialog
      title={category ? t('categories.edit', { name: category.name }) : t('categories.new')}
      isOpen
      isChanged={draft.isChanged}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button variant="primary" isBusy={isSaving} onPress={() => void save()}>
          {t('categories.save')}
        </Button>
      }
    >
      <CategoryFields draft={draft} isNew={category === null} />
    </Dialog>
  );
}

/** The slug of a new category follows its name until it is edited by hand. */
function CategoryFields({ draft, isNew }: { draft: Draft<CategoryDraft>; isNew: boolean }) {
  const { t } = useTranslation('courses');
  const [isSlugAutomatic, setSlugAutomatic] = useState(isNew);
  return (
    <div className="grid grid-cols-1 gap-5">
      <TextField
        label={t('categories.name')}
        maxLength={80}
        autoFocus
        {...draft.field('name')}
        onChange={(name) => {
          draft.set('name', name);
          if (isSlugAutomatic) draft.set('slug', slugOfTitle(name));
        }}
      />
      <TextField
        label={t('categories.slug')}
        prefix="/course/category/"
        maxLength={80}
        {...draft.field('slug')}
        onChange={(slug) => {
          setSlugAutomatic(false);
          draft.set('slug', slug);
        }}
      />
      <TextArea
        label={t('categories.description')}
        description={t('categories.descriptionHelp')}
        rows={3}
        maxLength={500}
        {...draft.field('description')}
      />
    </div>
  );
}
