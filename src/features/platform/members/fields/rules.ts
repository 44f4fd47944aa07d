export const fieldTypes = ['text', 'long_text', 'number', 'date', 'choice', 'yes_no', 'link', 'country'] as const;
export type FieldType = (typeof fieldTypes)[number];
export const visibilities = ['staff', 'members', 'everyone'] as const;

export type MemberField = {
  id: string;
  label: string;
  hint: string;
  type: FieldType;
  options: string[];
  is_required: boolean;
  on_sign_up: boolean;
  visibility: (typeof visibilities)[number];
  position: number;
};
export type FieldDraft = Omit<MemberField, 'id'>;

export const maxOptions = 50;

/** One option a line, without empty ones and duplicates. */
export function optionsOf(text: string): string[] {
  return [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean);
}

/** Errors of field values by field id, as keys of `members:fields.problem`; the server validates again. */
export function answerProblems(
  fields: readonly MemberField[],
  answers: Readonly<Record<string, string>>,
): Record<string, 'missing' | 'number' | 'link'> {
  const problems: Record<string, 'missing' | 'number' | 'link'> = {};
  for (const { id, type, is_required } of fields) {
    const value = (answers[id] ?? '').trim();
    if (value === '') {
      if (is_required) problems[id] = 'missing';
    } else if (type === 'number' && !/^-?\d{1,15}(?:\.\d{1,6})?$/.test(value)) problems[id] = 'number';
    else if (type === 'link' && !/^https?:\/\/[^\s/$.?#]\S*$/.test(value)) problems[id] = 'link';
  }
  return problems;
}

/** The localised name of a country; the code itself if it is none. */
export function countryName(code: string, locale: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** All countries sorted by name. The codes `Intl.DisplayNames` knows count as countries. */
export function countryOptions(locale: string): { id: string; label: string }[] {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  // Groups of countries, regions, and codes reserved for unknown places.
  const others = new Set([
    'AC',
    'CP',
    'CQ',
    'DG',
    'EA',
    'EU',
    'EZ',
    'IC',
    'QO',
    'TA',
    'UN',
    'XA',
    'XB',
    'ZZ',
    'AN',
    'BU',
    'CS',
    'DD',
    'FX',
    'NT',
    'SU',
    'TP',
    'YD',
    'YU',
    'ZR',
    'UK',
    'FQ',
    'DY',
    'HV',
    'JT',
    'MI',
    'NH',
    'NQ',
    'PC',
    'PU',
    'PZ',
    'RH',
    'VD',
    'WK',
  ]);
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !others.has(code) && names.of(code) !== undefined)
    .map((id) => ({ id, label: countryName(id, locale) }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));
}
