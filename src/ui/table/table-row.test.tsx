import { createInstance } from 'i18next';
import { Eye } from 'lucide-react';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { ContentLanguage } from '../display/content-language.tsx';
import { type RowActions, TableRow } from './table-row.tsx';

const i18n = createInstance({ lng: 'en', initAsync: false, resources: {} });
void i18n.init();
const render = (element: ReactNode) => renderToStaticMarkup(<I18nextProvider i18n={i18n}>{element}</I18nextProvider>);

const columns = [
  { id: 'name', label: 'Name', phone: 'main' as const, cell: () => 'Ada' },
  { id: 'joined', label: 'Joined', cell: () => 'in May' },
];
const quick = [
  { label: 'Look', icon: Eye },
  { label: 'Open', icon: Eye },
];
const menu = [{ id: 'all', items: [{ id: 'open', label: 'Open' }] }];

const markupOf = (isNarrow: boolean, actions?: RowActions) =>
  render(
    <table>
      <tbody>
        <TableRow row={{}} id="1" name="Ada" columns={columns} actions={actions} isNarrow={isNarrow} />
      </tbody>
    </table>,
  );
const buttonsOf = (isNarrow: boolean, actions: RowActions) =>
  [...markupOf(isNarrow, actions).matchAll(/<button[^>]*aria-label="([^"]*)"/g)].map(([, label]) => label);

test('a row shows every column, and on a phone those a list has room for', () => {
  expect(markupOf(false)).toContain('in May');
  expect(markupOf(true)).not.toContain('in May');
  expect(markupOf(true)).toContain('Ada');
});

test('what an account wrote says its language and runs in its own direction, any other text runs in its own', () => {
  const listed = [{ ...columns[0], id: 'title', label: 'Title', isWritten: true, cell: () => 'Ink' }, ...columns];
  const row = <TableRow row={{}} id="1" name="Ink" columns={listed} isNarrow={false} />;
  const markup = render(
    <ContentLanguage page="ar" language="en">
      <table>
        <tbody>{row}</tbody>
      </table>
    </ContentLanguage>,
  );
  expect([...markup.matchAll(/<bdi.*?<\/bdi>/g)].map(String)).toEqual([
    '<bdi lang="en">Ink</bdi>',
    '<bdi>Ada</bdi>',
    '<bdi>in May</bdi>',
  ]);
});

test.each<[string, boolean, RowActions, number]>([
  ['a table, with a menu', false, { quick, menu }, 3],
  ['a list, with a menu: that alone', true, { quick, menu }, 1],
  ['a list without one: the last of what is quick', true, { quick }, 1],
  ['a list with nothing to do', true, {}, 0],
])('the buttons of a row in %s', (_, isNarrow, actions, count) => {
  const labels = buttonsOf(isNarrow, actions);
  expect(labels).toHaveLength(count);
  if (isNarrow && !actions.menu && count > 0) expect(labels).toEqual(['Open']);
});
