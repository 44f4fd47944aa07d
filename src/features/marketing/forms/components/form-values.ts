import type { SelectedFiles, Values } from '../rules.ts';

/** Reads the current field values; names without the `f.` prefix are our own controls. */
export function valuesOf(element: HTMLFormElement): Values {
  const values: Values = {};
  for (const [name, value] of new FormData(element)) {
    if (!name.startsWith('f.')) continue;
    const existing = values[name.slice(2)];
    const text = typeof value === 'string' ? value : value.name;
    values[name.slice(2)] =
      existing === undefined ? text : [...(Array.isArray(existing) ? existing : [existing]), text];
  }
  return values;
}

/** Reads the selected files. A browser sends an empty file where none was selected. */
export function filesOf(element: HTMLFormElement): [string, File][] {
  return [...new FormData(element)].flatMap(([name, value]): [string, File][] =>
    typeof value === 'string' || (value.name === '' && value.size === 0) ? [] : [[name, value]],
  );
}

export function selectedFiles(files: readonly [string, File][]): SelectedFiles {
  const chosen: SelectedFiles = {};
  for (const [name, file] of files) {
    const id = name.slice(2);
    chosen[id] = [...(chosen[id] ?? []), { name: file.name, bytes: file.size }];
  }
  return chosen;
}
