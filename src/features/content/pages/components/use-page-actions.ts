import { Copy, ExternalLink, EyeOff, House, Link2, PencilLine, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { restoreFromTrash, unpublish } from '#features/content/publishing/data.ts';
import { paths } from '#paths';
import type { RowAction } from '#ui/list/list-actions.tsx';
import { copyPage, type ListedPage, removePage, setHomePage } from '../data.ts';
import type { OpenDialog, PageKind } from './page-dialogs.tsx';

/** What can be done with one page or section of the list. */
export function usePageActions(
  kind: PageKind,
  open: (dialog: OpenDialog) => void,
): (row: ListedPage) => (RowAction | false)[] {
  const { t } = useTranslation('pages');
  const db = useDb();
  const { account_id } = useAccount();
  const placeActions = (row: ListedPage): RowAction[] => [
    { id: 'move', label: t('list.move'), icon: Link2, onAction: () => open({ kind: 'move', page: row }) },
    {
      id: 'home',
      label: t('list.makeHome'),
      icon: House,
      run: () => setHomePage(db, row.id),
      done: t('list.isHome', { title: row.title }),
    },
  ];
  return (row) => {
    const isPage = kind === 'page';
    const isHome = row.slug === 'home';
    const isPublished = row.status === 'published';
    return [
      { id: 'edit', label: t('list.edit'), icon: PencilLine, href: paths.editPage(row.slug) },
      isPublished &&
        isPage && {
          id: 'view',
          label: t('list.view'),
          icon: ExternalLink,
          href: paths.page(row.slug),
          target: '_blank',
        },
      !isPage && {
        id: 'uses',
        label: t('sections.uses'),
        icon: Link2,
        onAction: () => open({ kind: 'uses', page: row }),
      },
      {
        id: 'copy',
        label: t('list.copy'),
        icon: Copy,
        run: () => copyPage(db, row.id),
        done: t('list.copied', { title: row.title }),
      },
      ...(isPage && !isHome ? placeActions(row) : []),
      isPublished &&
        !isHome && {
          id: 'hide',
          label: t('list.unpublish'),
          icon: EyeOff,
          run: () => unpublish(db, 'page', row.id),
          done: t('list.unpublished', { title: row.title }),
        },
      !isHome && {
        id: 'remove',
        label: t(isPage ? 'list.remove' : 'sections.remove'),
        icon: Trash2,
        isDanger: true,
        run: () => removePage(db, account_id, row.id),
        done: t('list.removed', { title: row.title }),
        undo: () => restoreFromTrash(db, row.id),
        undone: t('list.isBack'),
      },
    ];
  };
}
