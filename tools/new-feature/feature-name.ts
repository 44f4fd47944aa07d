/** The forms in which a feature's noun is written. */
export type FeatureName = {
  /** Folder and address: `office-hours`. */
  folder: string;
  /** Table: `office_hours`. */
  table: string;
  /** The table's name in a value: `officeHours`. */
  many: string;
  /** One of them: `officeHour`. */
  one: string;
  /** Components and types: `OfficeHour`, `OfficeHours`. */
  One: string;
  Many: string;
  /** For sentences: `office hours`. */
  words: string;
};

/**
 * Reads the noun given on the command line.
 * @throws {Error} a sentence that says what a name must be.
 */
export function featureName(given: string): FeatureName {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*s$/.test(given) || given.length > 40) {
    throw new Error(
      'Name a feature by its noun: plural, lower case, words joined by hyphens, at most 40 letters: office-hours.',
    );
  }
  const many = given.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  const one = many.endsWith('ies') ? `${many.slice(0, -3)}y` : many.replace(/(?<=x|ch|sh|ss)es$|s$/, '');
  const capital = (word: string) => word[0]?.toUpperCase() + word.slice(1);
  return {
    folder: given,
    table: given.replaceAll('-', '_'),
    many,
    one,
    One: capital(one),
    Many: capital(many),
    words: given.replaceAll('-', ' '),
  };
}
