type Values = Record<string, string | number | boolean>;
type Formatter = {
  plural(count: number, forms: Record<string, string | (() => string)>): string;
  number(value: number): string;
};
type KitText = string | ((values: Values, formatter: Formatter) => string);

/** The words of the kit by its packages, in the form of its own dictionaries. */
export type LibraryTexts = Record<string, Record<string, KitText>>;

const fill = (text: string, values: Values) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));

/** A text with values in it: `{name}`; one that is not there leaves no gap at an end. */
export function filled(text: string): KitText {
  return (values) => fill(text, values).trim();
}

/** A text about a number of things, `{n}`, which the kit calls `name`. */
export function counted(name: string, forms: { none?: string; one?: string; other: string }): KitText {
  return (values, formatter) => {
    const count = Number(values[name]);
    if (count === 0 && forms.none) return forms.none;
    const number = formatter.number(count);
    const { one = forms.other, other } = forms;
    return formatter.plural(count, { one: fill(one, { n: number }), other: fill(other, { n: number }) });
  };
}

/** What is read out of a choice one has come to: the group that begins there with its `{n}` choices, and whether it is chosen. */
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
