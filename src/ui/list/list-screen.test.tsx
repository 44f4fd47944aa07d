import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { ListPage } from '#base/shared/list-page.ts';
import { ListScreen } from './list-screen.tsx';
import { choices, useList } from './use-list.ts';

type Row = { id: string; name: string };
const noRows: ListPage<Row> = { rows: [], total: 0 };

/** Renders a list at an address, with the page the server would send for what it asks. */
function rendered(address: string, page: ListPage<Row>) {
  const queries = new QueryClient();
  const requests: object[] = [];
  function Screen() {
    const list = useList({
      key: ['rows'],
      sort: '-created_at',
      filters: {
        state: { label: 'State', options: choices(['open', 'closed'], (id) => id.toUpperCase()), isSingle: true },
        tag: { label: 'Tag', options: choices(['a', 'b'], (id) => id) },
      },
      read: async () => page,
    });
    requests.push({ ...list.values, page: list.state.page, search: list.state.search, sort: list.state.sort });
    return (
      <ListScreen
        list={{ ...list, rows: page.rows, total: page.total }}
        title="Things"
        search="Search things"
        columns={[{ id: 'name', label: 'Name', cell: (row: Row) => row.name }]}
        rowName={(row) => row.name}
        empty={{ title: 'No things yet', text: 'Things are what you make.' }}
        noMatch="No thing matches"
      />
    );
  }
  const html = renderToString(
    <QueryClientProvider client={queries}>
      <MemoryRouter initialEntries={[address]}>
        <Screen />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { html, request: requests[0] };
}

test('search, filters, sort and page are those of the address, and a value that is no option is none', () => {
  expect(rendered('/?q=light&state=open&tag=a&tag=x&sort=name&page=3', noRows).request).toEqual({
    state: 'open',
    tag: ['a'],
    page: 3,
    search: 'light',
    sort: { column: 'name', direction: 'ascending' },
  });
  expect(rendered('/?state=lost', noRows).request).toMatchObject({
    state: undefined,
    tag: [],
    sort: { column: 'created_at', direction: 'descending' },
  });
});

test('an empty list says what it is for; where the search is the reason, that nothing matches and how to clear it', () => {
  const { html: empty } = rendered('/', noRows);
  expect(empty).toContain('No things yet');
  expect(empty).not.toContain('No thing matches');
  const { html: filtered } = rendered('/?q=light', noRows);
  expect(filtered).toContain('No thing matches');
  expect(filtered).toContain('table.clearFilters');
  expect(filtered).not.toContain('No things yet');
});

test('rows are listed under a title with their count', () => {
  const { html } = rendered('/', { rows: [{ id: '1', name: 'Light' }], total: 1 });
  expect(html).toMatch(/<h1>Things[^<]*(?:<!-- -->[^<]*)*<span class="page-count">1<\/span>/);
  expect(html).toContain('Light');
});
