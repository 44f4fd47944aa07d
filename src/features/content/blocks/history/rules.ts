import type { BlockNode } from '../document/rules.ts';
import type { BlockDefinitions, BlockField } from '../rules.ts';

/** Undo history as a list of states; `at` is the index of the current one. */
export type Steps<State> = {
  states: readonly State[];
  at: number;
  /** The text field the last step edited, by block and path; null where it was another change. */
  editedText: string | null;
  /** Time of the last step, in milliseconds. */
  editedAt: number;
};

/** Maximum undo steps. */
export const MAX_STEPS = 100;
/** Keystrokes within this time in milliseconds are merged into one step. */
export const MERGE_MS = 500;

export function beginSteps<State>(first: State): Steps<State> {
  return { states: [first], at: 0, editedText: null, editedAt: 0 };
}

/**
 * Records a change. Consecutive edits of one text field are merged: `editedText` names the field. Undone steps are
 * dropped.
 */
export function addStep<State>(steps: Steps<State>, next: State, editedText: string | null, now: number): Steps<State> {
  const isContinued = editedText !== null && editedText === steps.editedText && now - steps.editedAt <= MERGE_MS;
  const previous = steps.states.slice(0, isContinued ? steps.at : steps.at + 1);
  const states = [...previous, next].slice(-(MAX_STEPS + 1));
  return { states, at: states.length - 1, editedText, editedAt: now };
}

/** Updates the view state of the current step without adding one. */
export function updateStep<State>(steps: Steps<State>, state: State): Steps<State> {
  return { ...steps, states: steps.states.with(steps.at, state) };
}

/** Undoes (-1) or redoes (1) one step; null where there is none. */
export function moveStep<State>(steps: Steps<State>, direction: -1 | 1): Steps<State> | null {
  const at = steps.at + direction;
  return at < 0 || at >= steps.states.length ? null : { ...steps, at, editedText: null };
}

type Props = Record<string, unknown>;

/** Page settings that are typed. */
const rootFields: Record<string, BlockField> = Object.fromEntries(
  ['title', 'searchTitle', 'description', 'canonical'].map((name) => [name, { kind: 'text' }]),
);
const TEXT_FIELDS = new Set<BlockField['kind']>(['text', 'long', 'rich', 'code', 'address', 'number']);

/** The only text field in which two states of a block differ; null where anything else differs, or more than one. */
export function editedText(before: BlockNode, after: BlockNode, definitions: BlockDefinitions): string | null {
  if (before.props.id !== after.props.id) return null;
  const path = pathOfText(before.props, after.props, definitions[after.type]?.fields ?? {});
  return path && `${after.props.id} ${path}`;
}

/** The same for the page settings. */
export function editedPageSetting(before: Props, after: Props): string | null {
  return pathOfText(before, after, rootFields);
}

function pathOfText(before: Props, after: Props, fields: Record<string, BlockField>): string | null {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const [name, ...otherNames] = names.filter((candidate) => before[candidate] !== after[candidate]);
  const field = name === undefined ? undefined : fields[name];
  if (name === undefined || !field || otherNames.length > 0) return null;
  if (TEXT_FIELDS.has(field.kind)) return name;
  if (field.kind !== 'list') return null;
  const [rows, changed] = [before[name], after[name]];
  if (!Array.isArray(rows) || !Array.isArray(changed) || rows.length !== changed.length) return null;
  const [row, ...moreRows] = changed.flatMap((item, index) => (item === rows[index] ? [] : [index]));
  if (row === undefined || moreRows.length > 0) return null;
  const inside = pathOfText(rows[row] as Props, changed[row] as Props, field.fields);
  return inside && `${name}[${row}].${inside}`;
}
