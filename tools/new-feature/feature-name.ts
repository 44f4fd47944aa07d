/** The forms in which a feature's noun is written. */
export type FeatureName = {
  /** Where its folder stands below src/features: `engagement/office-hours`. */
  path: string;
  /** Namespace of its texts and address: `office-hours`. */
  folder: string;
  /** Table: `office_hours`. */
  table: string;
  /** The table's name in a value: `officeHours`. */
  many: string;
  /** One of them: `officeHour`. */
  one: string;
  /** One of them in SQL and in events: `office_hour`. */
  one_row: string;
  /** Components and types: `OfficeHour`, `OfficeHours`. */
  One: string;
  Many: string;
  /** For sentences: `office hours`. */
  words: string;
};

/**
 * Reads the group and the noun given on the command line: `engagement/office-hours`.
 * @throws {Error} a sentence that says what a name must be.
 */
export function featureName(path: string): FeatureName {
  const [group = '', noun = '', ...rest] = path.split('/');
  const isNoun = /^[a-z][a-z0-9]*(-[a-z0-9]+)*s$/.test(noun) && noun.length <= 40;
  if (!/^[a-z]+$/.test(group) || !isNoun || rest.length > 0) {
    throw new Error(
      'Name a feature by its group and its noun: plural, lower case, words joined by hyphens, at most 40 letters: engagement/office-hours.',
    );
  }
  const many = noun.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  const one = many.endsWith('ies') ? `${many.slice(0, -3)}y` : many.replace(/(?<=x|ch|sh|ss)es$|s$/, '');
  const capital = (word: string) => word[0]?.toUpperCase() + word.slice(1);
  return {
    path,
    folder: noun,
    table: noun.replaceAll('-', '_'),
    many,
    one,
    one_row: one.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    One: capital(one),
    Many: capital(many),
    words: noun.replaceAll('-', ' '),
  };
}
