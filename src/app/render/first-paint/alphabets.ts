const CYRILLIC = 'абвгдежзийклмнопрстуфхцчшщъыьэюя';

/** The lower-case letters of a language beside a to z. */
const EXTRA_LETTERS: Record<string, string> = {
  ar: 'ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىي؟،؛',
  de: 'äöüß',
  es: 'áéíñóúü¿¡',
  fr: 'àâçèéêëîïôùûœ’',
  it: 'àèéìòù’',
  nl: 'éëï’',
  pl: 'ąćęłńóśźż',
  pt: 'àáâãçéêíóôõú',
  ru: `${CYRILLIC}ё`,
  sv: 'åäöé',
  tr: 'çğıöşüiİ',
  uk: `${CYRILLIC}єіїґ’`,
  vi: 'àáảãạăằắẳẵặâầấẩẫậđèéẻẽẹêềếểễệìíỉĩịòóỏõọôồốổỗộơờớởỡợùúủũụưừứửữựỳýỷỹỵ',
};

/** Every letter of a language in both cases; of a language whose script no font of ours has, the Latin ones. */
export function alphabetOf(language: string): string {
  const lower = `abcdefghijklmnopqrstuvwxyz${EXTRA_LETTERS[language] ?? ''}`;
  return lower + lower.toLocaleUpperCase(language);
}
