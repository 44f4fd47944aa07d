import { type Act, acts, GO } from './shortcut-table.ts';

/** How long to wait for the second key of a shortcut, in milliseconds. */
export const SECOND_KEY_MS = 1500;

export type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat' | 'isComposing'>;
export type Reading = { isGoing: boolean; until: number };
export type Meaning = { kind: 'act'; act: Act } | { kind: 'go'; key: string } | null;

export const nothingPressed: Reading = { isGoing: false, until: 0 };

/**
 * The letter of a key; on keyboards of another script (Arabic, Cyrillic) the Latin letter of the same physical key.
 */
export function letterOf({ key, code }: Pick<Press, 'key' | 'code'>): string {
  if (key === '؟' || key === '？') return '?';
  if (key.length === 1 && key.charCodeAt(0) < 128) return key.toLowerCase();
  const physical = /^Key([A-Z])$/.exec(code)?.[1];
  if (physical) return physical.toLowerCase();
  return { Slash: '/', BracketLeft: '[' }[code] ?? '';
}

/** The meaning of a key press after the previous one, at a time in milliseconds. */
export function read(before: Reading, press: Press, now: number): { reading: Reading; meaning: Meaning } {
  const isOurs = !(press.ctrlKey || press.metaKey || press.altKey || press.repeat || press.isComposing);
  const letter = isOurs ? letterOf(press) : '';
  if (!letter) {
    // Modifiers are pressed before another key.
    const isWaiting = ['Shift', 'CapsLock'].includes(press.key);
    return { reading: isWaiting ? before : nothingPressed, meaning: null };
  }
  if (before.isGoing && now <= before.until) return { reading: nothingPressed, meaning: { kind: 'go', key: letter } };
  if (letter === GO) return { reading: { isGoing: true, until: now + SECOND_KEY_MS }, meaning: null };
  const act = (Object.keys(acts) as Act[]).find((id) => acts[id] === letter);
  return { reading: nothingPressed, meaning: act ? { kind: 'act', act } : null };
}

/** Elements that handle keys themselves: fields, lists with typeahead, dialogs. */
const busy = [
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"], [type="reset"])',
  'textarea',
  'select',
  '[contenteditable]:not([contenteditable="false"])',
  '[role="textbox"]',
  '[role="searchbox"]',
  '[role="combobox"]',
  '[role="spinbutton"]',
  '[role="slider"]',
  '[role="menu"]',
  '[role="menubar"]',
  '[role="listbox"]',
  '[role="tree"]',
  '[role="grid"]',
  '[role="treegrid"]',
  '[role="dialog"]',
  '[role="alertdialog"]',
  '[role="application"]',
].join(', ');

/** Whether the focused element handles the key itself. */
export function isForIts(target: EventTarget | null): boolean {
  const at = target as Pick<Element, 'closest'> | null;
  return typeof at?.closest === 'function' && at.closest(busy) !== null;
}
