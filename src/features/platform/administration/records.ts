import { PanelTop, UserRound } from 'lucide-react';
import { normalizeSearch } from '#base/shared/normalize-search.ts';
import {
  MAX_RECORDS_PER_SOURCE,
  type RecordRow,
  type RecordSource,
  searchUrl,
  textOf,
  titleOf,
} from '#base/shared/record-source.ts';
import { paths } from '#paths';

/** Whether an account's title or domain contains the words. */
const isNamed = (row: RecordRow, words: string) =>
  ['title', 'slug', 'domain'].some((column) => normalizeSearch(textOf(row, column)).includes(normalizeSearch(words)));

/** The first page of a list for super-admins, in its usual order. */
const firstPage = (search: string) => ({
  search,
  sort: null,
  is_descending: null,
  page: 1,
  page_size: MAX_RECORDS_PER_SOURCE,
});

const account = { kind: 'account', of: 'administration', icon: PanelTop, label: titleOf } as const;

export const records: RecordSource[] = [
  {
    ...account,
    for: 'owner',
    // All own sites come at once and are filtered here, by name too.
    rows: (db, _, words, signal) =>
      db
        .rpc('account_numbers')
        .abortSignal(signal)
        .then(({ data, error }) => ({
          data:
            data
              ?.map((row) => ({ ...row, id: row.account_id }))
              .filter((row) => isNamed(row, words))
              .slice(0, MAX_RECORDS_PER_SOURCE) ?? null,
          error,
        })),
    href: (row) => paths.app(row.id),
  },
  {
    ...account,
    for: 'superAdmin',
    rows: (db, _, words, signal) =>
      db
        .rpc('list_accounts', { ...firstPage(words), status: null, owner_id: null, plan_id: null })
        .abortSignal(signal)
        .then(({ data, error }) => ({
          data: data?.rows.map((row) => ({ ...row, id: row.account_id })) ?? null,
          error,
        })),
    href: (row) => searchUrl(paths.accounts(), textOf(row, 'slug')),
  },
  {
    kind: 'owner',
    of: 'administration',
    icon: UserRound,
    for: 'superAdmin',
    rows: (db, _, words, signal) =>
      db
        .rpc('list_owners', firstPage(words))
        .abortSignal(signal)
        .then(({ data, error }) => ({ data: data?.rows.map((row) => ({ ...row, id: row.user_id })) ?? null, error })),
    label: (row) => textOf(row, 'name') || textOf(row, 'email'),
    href: (row) => searchUrl(paths.accountOwners(), textOf(row, 'email')),
  },
];
