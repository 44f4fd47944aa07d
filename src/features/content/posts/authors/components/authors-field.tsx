import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Select } from '#ui/fields/select.tsx';
import { showError, showToast } from '#ui/overlays/toaster.tsx';
import { SortableList } from '#ui/sorting/sortable-list.tsx';
import { authorsOf, listPossibleAuthors, setAuthors } from '../data.ts';
import { authorIdsOf, MAX_AUTHORS, type PostAuthors } from '../rules.ts';

type Post = PostAuthors & { id: string };

/** A post's authors in the order they are named: add, remove and reorder; each change is saved at once. */
export function AuthorsField({ post }: { post: Post }) {
  const { t } = useTranslation('posts');
  const { ids, saveOrder } = useAuthorOrder(post);
  const field = useRef<HTMLFieldSetElement>(null);
  const hasChosen = useRef(false);
  const { people, nameOf } = usePeople(post);
  const addable = people.filter(({ id }) => !ids.includes(id));
  const mayAdd = ids.length < MAX_AUTHORS && addable.length > 0;
  useEffect(() => {
    if (mayAdd || !hasChosen.current) return;
    hasChosen.current = false;
    // The picker disappears with the last option: focus moves to the new author's row once it is rendered.
    requestAnimationFrame(() =>
      [...(field.current?.querySelectorAll<HTMLElement>('[role="row"]') ?? [])].at(-1)?.focus(),
    );
  }, [mayAdd]);
  return (
    <fieldset ref={field} className="grid gap-3">
      <legend className="field-label">{t('editor.author')}</legend>
      <SortableList
        label={t('authors.order')}
        items={ids.map((id) => ({ id }))}
        itemName={({ id }) => nameOf(id)}
        onReorder={(items) => saveOrder(items.map(({ id }) => id))}
        empty={<span className="muted">{t('authors.none')}</span>}
      >
        {({ id }) => (
          <span className="flex w-full items-center justify-between gap-2">
            <bdi className="min-w-0 cut">{nameOf(id)}</bdi>
            <IconButton
              size="sm"
              icon={X}
              label={t('authors.remove', { name: nameOf(id) })}
              onPress={() => saveOrder(ids.filter((authorId) => authorId !== id))}
            />
          </span>
        )}
      </SortableList>
      {mayAdd ? (
        <Select
          label={t('authors.add')}
          description={t('authors.help')}
          options={addable.map(({ id, name }) => ({ id, label: name }))}
          value={null}
          onChange={(id) => {
            hasChosen.current = true;
            saveOrder([...ids, id]);
          }}
        />
      ) : null}
    </fieldset>
  );
}

/** The authors' ids; each new order is saved at once, and taken back where that fails. */
function useAuthorOrder(post: Post) {
  const { t } = useTranslation('posts');
  const db = useDb();
  const [ids, setIds] = useState(() => authorIdsOf(post));
  /** Saves run one after another, so that the last change wins. */
  const sending = useRef<Promise<void>>(Promise.resolve());
  function saveOrder(next: readonly string[]) {
    const previous = ids;
    setIds([...next]);
    sending.current = sending.current.then(async () => {
      try {
        await setAuthors(db, post.id, next);
        showToast(t('authors.changed'));
      } catch (error) {
        setIds(previous);
        showError(error instanceof Error ? error.message : t('list.failed'));
      }
    });
  }
  return { ids, saveOrder };
}

/** Who may be added as author, and the names of those who are. */
function usePeople(post: Post) {
  const db = useDb();
  const { account_id } = useAccount();
  const { data: people = [] } = useQuery({
    queryKey: ['posts', account_id, 'authors'],
    queryFn: () => listPossibleAuthors(db, account_id),
  });
  // Members who may no longer write posts are still named as authors of theirs.
  const { data: profiles = {} } = useQuery({
    queryKey: ['posts', account_id, 'authors of', post.id],
    queryFn: () => authorsOf(db, account_id, authorIdsOf(post)),
  });
  const nameOf = (id: string) => people.find((person) => person.id === id)?.name ?? profiles[id]?.name ?? '…';
  return { people, nameOf };
}
