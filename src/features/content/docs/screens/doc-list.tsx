import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ExternalLink, PencilLine, Plus, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { UNIQUE_VIOLATION } from '#base/shared/db-client.ts';
import { slugOfTitle } from '#base/shared/slugs.ts';
import { TrashButton } from '#features/content/publishing/components/trash-dialog.tsx';
import { paths } from '#paths';
import { Button, LinkButton } from '#ui/buttons/button.tsx';
import { IconButton, IconLink } from '#ui/buttons/icon-button.tsx';
import { Badge } from '#ui/display/badge.tsx';
import { useContentAttributes } from '#ui/display/content-language.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/display/states.tsx';
import { Form } from '#ui/fields/form.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { PageHeader } from '#ui/layout/page-header.tsx';
import { ConfirmDialog, Dialog } from '#ui/overlays/dialog.tsx';
import { showToast } from '#ui/overlays/toaster.tsx';
import type { TreeItem } from '#ui/sorting/reorder.ts';
import { SortableTree } from '#ui/sorting/sortable-tree.tsx';
import { addDoc, allDocs, arrangeDocs, type DocEntry, removeDoc } from '../data.ts';
import { DOC_DEPTH, type DocBranch, positionsOf, treeOf } from '../rules.ts';

const itemsOf = (branches: readonly DocBranch<DocEntry>[]): TreeItem<DocEntry>[] =>
  branches.map(({ doc, children }) => ({ id: doc.id, value: doc, children: itemsOf(children) }));

/** The tree of documentation pages, reordered by drag and drop or keyboard. */
export default function DocList() {
  const { t } = useTranslation('docs');
  const db = useDb();
  const { account_id } = useAccount();
  const queries = useQueryClient();
  const list = useQuery({ queryKey: ['docs', account_id, 'list'], queryFn: () => allDocs(db, account_id) });
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<DocEntry | null>(null);
  const [expanded, setExpanded] = useState<Set<string> | null>(null);
  const items = useMemo(() => itemsOf(treeOf(list.data ?? [])), [list.data]);
  const arrange = useArranging();
  const reload = () => queries.invalidateQueries({ queryKey: ['docs', account_id] });

  const add = (
    <Button variant="primary" icon={Plus} onPress={() => setAdding(true)}>
      {t('list.new')}
    </Button>
  );
  return (
    <main id="content" className="page">
      <PageHeader
        title={t('title')}
        count={list.data?.length}
        sentence={t('list.sentence')}
        actions={
          <>
            <TrashButton kind="doc" addressOf={paths.doc} onRestored={reload} />
            <LinkButton href={paths.docs()} target="_blank">
              {t('list.view')}
            </LinkButton>
            {add}
          </>
        }
      />
      {list.isPending ? <SkeletonList /> : null}
      {list.isError ? <ErrorState onRetry={() => void list.refetch()} isRetrying={list.isFetching} /> : null}
      {list.data?.length === 0 ? (
        <EmptyState title={t('list.emptyTitle')} actions={add}>
          {t('list.emptyText')}
        </EmptyState>
      ) : null}
      {list.data && list.data.length > 0 ? (
        <SortableTree
          label={t('title')}
          items={items}
          itemName={(item) => item.value.title}
          maxDepth={DOC_DEPTH}
          expandedIds={expanded ?? new Set(list.data.map(({ id }) => id))}
          onExpand={setExpanded}
          onMove={(next) => void arrange(next)}
        >
          {({ value: doc }) => <DocRow doc={doc} onRemove={() => setRemoving(doc)} />}
        </SortableTree>
      ) : null}
      {isAdding ? <NewDoc position={list.data?.length ?? 0} onClose={() => setAdding(false)} /> : null}
      <RemoveDoc doc={removing} onClose={() => setRemoving(null)} />
    </main>
  );
}

/** Saves the order of the tree; the list shows it at once. */
function useArranging() {
  const { t } = useTranslation('docs');
  const db = useDb();
  const { account_id } = useAccount();
  const queries = useQueryClient();
  const { save } = useSave(
    (next: readonly TreeItem<DocEntry>[]) => {
      const positions = positionsOf(next);
      const at = new Map(positions.map((position) => [position.id, position]));
      queries.setQueryData<DocEntry[]>(['docs', account_id, 'list'], (previous) =>
        previous?.map((doc) => ({ ...doc, ...at.get(doc.id) })),
      );
      return arrangeDocs(db, account_id, positions);
    },
    { done: t('list.arranged'), invalidates: [['docs', account_id]] },
  );
  return save;
}

function DocRow({ doc, onRemove }: { doc: DocEntry; onRemove: () => void }) {
  const { t } = useTranslation('docs');
  const written = useContentAttributes();
  return (
    <span className="flex w-full items-center gap-2">
      <a className="min-w-0 flex-1 truncate" href={paths.editDoc(doc.id)} {...written} title={doc.title}>
        {doc.title}
      </a>
      {doc.status === 'draft' ? <Badge>{t('draft')}</Badge> : null}
      {doc.status === 'published' ? (
        <IconLink
          size="sm"
          icon={ExternalLink}
          label={t('list.viewOf', { title: doc.title })}
          href={paths.doc(doc.slug)}
          target="_blank"
        />
      ) : null}
      <IconLink
        size="sm"
        icon={PencilLine}
        label={t('list.editOf', { title: doc.title })}
        href={paths.editDoc(doc.id)}
      />
      <IconButton size="sm" icon={Trash2} label={t('list.removeOf', { title: doc.title })} onPress={onRemove} />
    </span>
  );
}

function RemoveDoc({ doc, onClose }: { doc: DocEntry | null; onClose: () => void }) {
  const { t } = useTranslation('docs');
  const db = useDb();
  const { account_id } = useAccount();
  const queries = useQueryClient();
  return (
    <ConfirmDialog
      isOpen={doc !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('list.removeTitle', { title: doc?.title })}
      confirmLabel={t('list.remove')}
      isDanger
      onConfirm={async () => {
        if (!doc) return;
        await removeDoc(db, account_id, doc.id);
        await queries.invalidateQueries({ queryKey: ['docs', account_id] });
        showToast(t('list.removed', { title: doc.title }));
      }}
    >
      {t('list.removeText')}
    </ConfirmDialog>
  );
}

function NewDoc({ position, onClose }: { position: number; onClose: () => void }) {
  const { t } = useTranslation('docs');
  const db = useDb();
  const { account_id } = useAccount();
  const navigate = useNavigate();
  const draft = useDraft({
    saved: { title: '' },
    validate: ({ title }) => ({ title: title.trim() ? undefined : t('list.needed') }),
  });
  const {
    save: create,
    isSaving: isBusy,
    problem,
  } = useSave(
    () => {
      const title = draft.values.title.trim();
      const slug = slugOfTitle(title) || `page-${Date.now().toString(36)}`;
      return addDoc(db, account_id, { title, slug, position: Math.min(position, 9999) });
    },
    {
      form: draft,
      fields: { [UNIQUE_VIOLATION]: ['title', t('list.taken')] },
      onSaved: ({ id }) => navigate(paths.editDoc(id)),
    },
  );
  return (
    <Dialog
      title={t('list.new')}
      isOpen
      isChanged={draft.isChanged && !isBusy}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button variant="primary" type="submit" form="new-doc" isBusy={isBusy}>
          {t('list.begin')}
        </Button>
      }
    >
      <Form id="new-doc" label={t('list.new')} problem={problem} onSubmit={() => void create()}>
        <TextField label={t('editor.title')} {...draft.field('title')} maxLength={160} autoFocus />
      </Form>
    </Dialog>
  );
}
