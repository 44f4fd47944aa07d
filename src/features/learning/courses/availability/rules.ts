import type { Condition, ConditionKind, ConditionList, ConditionTree } from './schema.ts';

/** How many conditions there can be; the database checks the same. */
export const MAX_CONDITIONS = 20;

export const conditionKinds: readonly ConditionKind[] = [
  'days',
  'from',
  'until',
  'lesson',
  'grade',
  'course',
  'group',
  'product',
  'level',
];

/** A condition of a kind before anything is chosen. */
export function emptyCondition(kind: ConditionKind): Condition {
  switch (kind) {
    case 'from':
    case 'until':
      return { kind, at: '' };
    case 'days':
      return { kind, days: 1, time: '09:00' };
    case 'lesson':
      return { kind, lesson: '' };
    case 'grade':
      return { kind, lesson: '', min: 50 };
    case 'course':
      return { kind, course: '' };
    case 'group':
      return { kind, group: '' };
    case 'product':
      return { kind, product: '' };
    case 'level':
      return { kind, level: '' };
  }
}

/** The conditions of a list, whichever way they are joined. */
export function partsOf(list: ConditionList): ConditionTree[] {
  return 'all' in list ? list.all : list.any;
}

/** A list with other conditions, joined as before. */
export function withParts(list: ConditionList, parts: ConditionTree[]): ConditionList {
  return 'all' in list ? { all: parts } : { any: parts };
}

/** A tree as a list that can be edited: a single condition is a list of one. */
export function asList(tree: ConditionTree | null): ConditionList {
  if (tree === null) return { all: [] };
  return 'all' in tree || 'any' in tree ? tree : { all: [tree] };
}

/** A list as it is stored: one of one condition is that condition; null where there is none. */
export function asTree(list: ConditionList): ConditionTree | null {
  const [first, ...others] = partsOf(list);
  return first && others.length === 0 ? first : first ? list : null;
}

export function countConditions(tree: ConditionTree): number {
  if ('kind' in tree) return 1;
  if ('not' in tree) return countConditions(tree.not);
  return partsOf(tree).reduce((sum, part) => sum + countConditions(part), 0);
}

/** Whether everything in a tree is chosen. */
export function isComplete(tree: ConditionTree): boolean {
  if ('not' in tree) return isComplete(tree.not);
  if ('kind' in tree) return Object.values(tree).every((value) => value !== '');
  return partsOf(tree).length > 0 && partsOf(tree).every(isComplete);
}
