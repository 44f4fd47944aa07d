type Values = Record<string, string | number | boolean>;
type Formatter = {
  plural(count: number, forms: Record<string, string | (() => string)>): string;
  number(value: number): string;
};
type KitText = string | ((values: Values, formatter: Formatter) => string);

/** React Aria's texts by package, in the form of its own dictionaries. */
export type LibraryTexts = Record<string, Record<string, KitText>>;

const fill = (text: string, values: Values) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));

/** A text with placeholders: `{name}`; a missing value is removed with its surrounding space. */
export function filled(text: string): KitText {
  return (values) => fill(text, values).trim();
}

/** A pluralized text with the number `{n}`, which React Aria passes as `name`. */
export function counted(name: string, forms: { none?: string; one?: string; other: string }): KitText {
  return (values, formatter) => {
    const count = Number(values[name]);
    if (count === 0 && forms.none) return forms.none;
    const number = formatter.number(count);
    const { one = forms.other, other } = forms;
    return formatter.plural(count, { one: fill(one, { n: number }), other: fill(other, { n: number }) });
  };
}

/**
 * The announcement of a focused option: its group where it begins there, with its `{n}` options, and whether it is
 * selected.
 */
export function entered(group: string, chosen: string): KitText {
  return (values, formatter) =>
    [
      values.isGroupChange
        ? fill(group, { groupTitle: values.groupTitle ?? '', n: formatter.number(Number(values.groupCount)) })
        : '',
      values.optionText,
      values.isSelected ? chosen : '',
    ].join('');
}
