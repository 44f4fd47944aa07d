const CYRILLIC = 'абвгдежзийклмнопрстуфхцчшщъыьэюя';

/** The letters of a language beside a to z; those of its capitals are theirs in upper case. */
const BESIDE_LATIN: Record<string, string> = {
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

/** Every letter a language is written in, small and capital; of one whose signs stand in no font of ours, the Latin ones. */
export function alphabetOf(language: string): string {
  const small = `abcdefghijklmnopqrstuvwxyz${BESIDE_LATIN[language] ?? ''}`;
  return small + small.toLocaleUpperCase(language);
}
