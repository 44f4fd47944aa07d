import type { BlockDefinitions, BlockField } from '#base/shared/blocks.ts';
import type { PageBlock } from '../rules.ts';

/** Undo history as a list of states; `at` is the index of the current one. */
export type Steps<State> = {
  states: readonly State[];
  at: number;
  /** The text field the last step edited, by block and path; null where it was another change. */
  writing: string | null;
  /** Time of the last step, in milliseconds. */
  wrote: number;
};

/** Maximum undo steps. */
export const MOST_STEPS = 100;
/** Keystrokes within this time in milliseconds are merged into one step. */
export const PAUSE = 500;

export function beginSteps<State>(first: State): Steps<State> {
  return { states: [first], at: 0, writing: null, wrote: 0 };
}

/**
 * Records a change. Consecutive edits of one text field are merged: `writing` names the field. Undone steps are
 * dropped.
 */
export function withStep<State>(steps: Steps<State>, next: State, writing: string | null, now: number): Steps<State> {
  const goesOn = writing !== null && writing === steps.writing && now - steps.wrote <= PAUSE;
  const before = steps.states.slice(0, goesOn ? steps.at : steps.at + 1);
  const states = [...before, next].slice(-(MOST_STEPS + 1));
  return { states, at: states.length - 1, writing, wrote: now };
}

/** Updates the view state of the current step without adding one. */
export function withStepShown<State>(steps: Steps<State>, state: State): Steps<State> {
  return { ...steps, states: steps.states.with(steps.at, state) };
}

/** Undoes (-1) or redoes (1) one step; null where there is none. */
export function stepFrom<State>(steps: Steps<State>, way: -1 | 1): Steps<State> | null {
  const at = steps.at + way;
  return at < 0 || at >= steps.states.length ? null : { ...steps, at, writing: null };
}

type Props = Record<string, unknown>;

/** Page settings that are typed. */
const rootFields: Record<string, BlockField> = Object.fromEntries(
  ['title', 'searchTitle', 'description', 'canonical'].map((name) => [name, { kind: 'text' }]),
);
const WRITTEN = new Set<BlockField['kind']>(['text', 'long', 'rich', 'code', 'address', 'number']);

/** The only text field in which two states of a block differ; null where anything else differs, or more than one. */
export function writtenText(before: PageBlock, after: PageBlock, definitions: BlockDefinitions): string | null {
  if (before.props.id !== after.props.id) return null;
  const place = placeOfText(before.props, after.props, definitions[after.type]?.fields ?? {});
  return place && `${after.props.id} ${place}`;
}

/** The same for the page settings. */
export function writtenOnPage(before: Props, after: Props): string | null {
  return placeOfText(before, after, rootFields);
}

function placeOfText(before: Props, after: Props, fields: Record<string, BlockField>): string | null {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const [name, ...others] = names.filter((one) => before[one] !== after[one]);
  const field = name === undefined ? undefined : fields[name];
  if (name === undefined || !field || others.length > 0) return null;
  if (WRITTEN.has(field.kind)) return name;
  if (field.kind !== 'list') return null;
  const [rows, changed] = [before[name], after[name]];
  if (!Array.isArray(rows) || !Array.isArray(changed) || rows.length !== changed.length) return null;
  const [row, ...moreRows] = changed.flatMap((one, index) => (one === rows[index] ? [] : [index]));
  if (row === undefined || moreRows.length > 0) return null;
  const inside = placeOfText(rows[row] as Props, changed[row] as Props, field.fields);
  return inside && `${name}[${row}].${inside}`;
}
