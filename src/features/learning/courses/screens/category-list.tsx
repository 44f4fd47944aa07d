import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ExternalLink, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { paths } from '#paths';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton, IconLink } from '#ui/buttons/icon-button.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { SortableList } from '#ui/sorting/sortable-list.tsx';
import { type Category, categoriesQuery, deleteCategory, orderCategories } from '../categories/data.ts';
import { CategoryDialog } from '../components/category-dialog.tsx';
import { TeachingTabs } from '../components/teaching-tabs.tsx';

/** The categories of the catalogue, to edit and sort. */
export default function CategoryList() {
  const { t } = useTranslation('courses');
  const db = useDb();
  const { account_id } = useAccount();
  const categories = useQuery(categoriesQuery(db, account_id));
  const [edited, setEdited] = useState<Category | 'new' | null>(null);
  const [toRemove, setToRemove] = useState<Category | null>(null);
  return (
    <main id="content" className="page">
      <PageHeader
        title={t('categories.title')}
        count={categories.data?.length}
        sentence={t('categories.sentence')}
        actions={
          <Button variant="primary" icon={Plus} onPress={() => setEdited('new')}>
            {t('categories.add')}
          </Button>
        }
      />
      <TeachingTabs />
      {categories.isError ? (
        <ErrorState onRetry={() => void categories.refetch()} isRetrying={categories.isFetching} />
      ) : null}
      {categories.isPending ? <SkeletonList rows={4} hasMedia={false} /> : null}
      {categories.data?.length === 0 ? (
        <EmptyState title={t('categories.none')}>{t('categories.noneText')}</EmptyState>
      ) : null}
      {categories.data && categories.data.length > 0 ? (
        <SortableCategories categories={categories.data} onEdit={setEdited} onDelete={setToRemove} />
      ) : null}
      {edited ? (
        <CategoryDialog
          category={edited === 'new' ? null : edited}
          position={categories.data?.length ?? 0}
          onClose={() => setEdited(null)}
        />
      ) : null}
      <DeleteCategory category={toRemove} onClose={() => setToRemove(null)} />
    </main>
  );
}

function SortableCategories({
  categories,
  onEdit,
  onDelete,
}: {
  categories: Category[];
  onEdit: (category: Category) => void;
  onDelete: (category: Category) => void;
}) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const queries = useQueryClient();
  const { account_id } = useAccount();
  const { queryKey } = categoriesQuery(db, account_id);
  const order = useSave(
    (next: Category[]) => {
      queries.setQueryData(queryKey, next);
      return orderCategories(
        db,
        account_id,
        next.map(({ id }) => id),
      );
    },
    { invalidates: [queryKey] },
  );
  return (
    <SortableList
      label={t('categories.title')}
      items={categories}
      itemName={(category) => category.name}
      onReorder={(next) => void order.save(next)}
    >
      {(category) => (
        <CategoryRow category={category} onEdit={() => onEdit(category)} onDelete={() => onDelete(category)} />
      )}
    </SortableList>
  );
}

function CategoryRow({ category, onEdit, onDelete }: { category: Category; onEdit: () => void; onDelete: () => void }) {
  const { t } = useTranslation('courses');
  const viewLabel = `${t('categories.view')}: ${category.name}`;
  return (
    <>
      <span className="min-w-0 flex-1 py-2">
        <span className="block font-medium">{category.name}</span>
        <span className="block text-xs text-ink-3">{category.description}</span>
      </span>
      <IconLink
        size="sm"
        icon={ExternalLink}
        label={viewLabel}
        aria-label={viewLabel}
        href={paths.courseCategory(category.slug)}
        target="_blank"
      />
      <IconButton size="sm" icon={Pencil} label={t('categories.edit', { name: category.name })} onPress={onEdit} />
      <IconButton size="sm" icon={Trash2} label={`${t('categories.delete')}: ${category.name}`} onPress={onDelete} />
    </>
  );
}

/** Asks before it deletes a category. */
function DeleteCategory({ category, onClose }: { category: Category | null; onClose: () => void }) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const { account_id } = useAccount();
  const remove = useSave((category: Category) => deleteCategory(db, account_id, category.id), {
    invalidates: [categoriesQuery(db, account_id).queryKey],
  });
  return (
    <ConfirmDialog
      isOpen={category !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('categories.deleteTitle', { name: category?.name ?? '' })}
      confirmLabel={t('categories.delete')}
      isDanger
      onConfirm={() => {
        if (category) void remove.save(category);
        onClose();
      }}
    >
      {t('categories.deleteText')}
    </ConfirmDialog>
  );
}
