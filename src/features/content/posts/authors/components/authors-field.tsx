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
import { authorsOf, possibleAuthors, setAuthors } from '../data.ts';
import { authorIdsOf, MOST_AUTHORS, type Signed } from '../rules.ts';

/** Who a post is by, in the order they are named: added, taken away and put in order; each change is kept at once. */
export function AuthorsField({ post }: { post: Signed & { id: string } }) {
  const { t } = useTranslation('posts');
  const db = useDb();
  const { account_id } = useAccount();
  const [ids, setIds] = useState(() => authorIdsOf(post));
  /** Changes go out one after another: the last one made is the one that stays. */
  const sending = useRef<Promise<void>>(Promise.resolve());
  const field = useRef<HTMLFieldSetElement>(null);
  const hasChosen = useRef(false);
  const { data: people = [] } = useQuery({
    queryKey: ['posts', account_id, 'authors'],
    queryFn: () => possibleAuthors(db, account_id),
  });
  // Who may write no more is still named by what they wrote.
  const { data: named = {} } = useQuery({
    queryKey: ['posts', account_id, 'authors of', post.id],
    queryFn: () => authorsOf(db, account_id, authorIdsOf(post)),
  });
  const nameOf = (id: string) => people.find((one) => one.id === id)?.name ?? named[id]?.name ?? '…';

  function put(next: readonly string[]) {
    const before = ids;
    setIds([...next]);
    sending.current = sending.current.then(async () => {
      try {
        await setAuthors(db, post.id, next);
        showToast(t('authors.changed'));
      } catch (error) {
        setIds(before);
        showError(error instanceof Error ? error.message : t('list.failed'));
      }
    });
  }
  const others = people.filter(({ id }) => !ids.includes(id));
  const mayAdd = ids.length < MOST_AUTHORS && others.length > 0;
  useEffect(() => {
    if (mayAdd || !hasChosen.current) return;
    hasChosen.current = false;
    // The field that had the focus is gone with the last choice: it goes on to whom was chosen, once their row is drawn.
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
        onReorder={(items) => put(items.map(({ id }) => id))}
        empty={<span className="muted">{t('authors.none')}</span>}
      >
        {({ id }) => (
          <span className="flex w-full items-center justify-between gap-2">
            <bdi className="min-w-0 cut">{nameOf(id)}</bdi>
            <IconButton
              size="sm"
              icon={X}
              label={t('authors.remove', { name: nameOf(id) })}
              onPress={() => put(ids.filter((one) => one !== id))}
            />
          </span>
        )}
      </SortableList>
      {mayAdd ? (
        <Select
          label={t('authors.add')}
          description={t('authors.help')}
          options={others.map(({ id, name }) => ({ id, label: name }))}
          value={null}
          onChange={(id) => {
            hasChosen.current = true;
            put([...ids, id]);
          }}
        />
      ) : null}
    </fieldset>
  );
}
