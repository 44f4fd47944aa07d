import { createElement } from 'react';
import { expect, test } from 'vitest';
import { fileColumns, type ListColumn } from './list-column.ts';

type Row = { name: string; sum: number; at: string };
const row: Row = { name: 'Light', sum: 12, at: '2026-11-25' };

test('a file has what the screen shows, and what is for it alone, in the order of the columns', () => {
  const columns: ListColumn<Row>[] = [
    { id: 'name', label: 'Name', cell: ({ name }) => name },
    { id: 'sum', label: 'Sum', cell: ({ sum }) => sum },
    { id: 'code', label: 'Code', csv: ({ name }) => name.toUpperCase() },
    { id: 'at', label: 'When', cell: ({ at }) => createElement('time', null, at), csv: ({ at }) => at },
    { id: 'look', label: 'Look', cell: () => createElement('button', { type: 'button' }), csv: false },
  ];
  const inFile = fileColumns(columns);
  expect(inFile.map(({ label }) => label)).toEqual(['Name', 'Sum', 'Code', 'When']);
  expect(inFile.map(({ csv }) => csv(row))).toEqual(['Light', 12, 'LIGHT', '2026-11-25']);
});

test('an element is no text: without a value of its own the cell of a file is empty', () => {
  const [column] = fileColumns<Row>([{ id: 'at', label: 'When', cell: ({ at }) => createElement('time', null, at) }]);
  expect(column?.csv(row)).toBeNull();
});
