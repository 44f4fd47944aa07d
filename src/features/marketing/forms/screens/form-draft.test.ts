import { expect, test } from 'vitest';
import { newField, newFieldId, optionsOf } from './form-draft.ts';

test.each([
  ['Your e-mail', 'your_e_mail'],
  ['  42 days', 'days'],
  ['اسمك', 'field'],
  ['Ça va?', 'ca_va'],
])('the question "%s" is called %s', (label, id) => {
  expect(newFieldId(label, [])).toBe(id);
});

test('field ids are unique', () => {
  const first = newField('email', 'E-mail', []);
  const second = newField('email', 'E-mail', [first]);
  expect([first.id, second.id, newField('email', 'E-mail', [first, second]).id]).toEqual([
    'email',
    'email_2',
    'email_3',
  ]);
});

test('an unchanged option keeps its value, a new one gets an unused value', () => {
  const before = optionsOf('Red\nGreen\n\n Red ', []);
  expect(before).toEqual([
    { value: 'answer_1', label: 'Red' },
    { value: 'answer_2', label: 'Green' },
  ]);
  expect(optionsOf('Blue\nGreen', before)).toEqual([
    { value: 'answer_3', label: 'Blue' },
    { value: 'answer_2', label: 'Green' },
  ]);
});
