/** Arabic letters in the order of Unicode's block "Arabic Presentation Forms-B", each with its number of forms. */
const letters = 'ء1آ2أ2ؤ2إ2ئ4ا2ب4ة2ت4ث4ج4ح4خ4د2ذ2ر2ز2س4ش4ص4ض4ط4ظ4ع4غ4ف4ق4ك4ل4م4ن4ه4و2ى2ي4';
const FIRST_FORM = 0xfe80;
const TATWEEL = 'ـ';
/** Lam-alef ligatures: isolated, and joined to the previous letter. */
const ligatures: Record<string, number> = { آ: 0xfef5, أ: 0xfef7, إ: 0xfef9, ا: 0xfefb };

type Forms = { first: number; count: number };
const forms = new Map<string, Forms>();
for (let index = 0, first = FIRST_FORM; index < letters.length; index += 2) {
  const count = Number(letters[index + 1]);
  forms.set(letters[index] ?? '', { first, count });
  first += count;
}

/** Vowel marks have no width of their own and are left out: prose is usually written without them. */
const marks = /[\u064b-\u065f\u0670]/g;
const joinsNext = (letter: string | undefined) => letter === TATWEEL || forms.get(letter ?? '')?.count === 4;
const joinsBefore = (letter: string | undefined) => letter === TATWEEL || (forms.get(letter ?? '')?.count ?? 0) > 1;

/**
 * Arabic letters in the contextual form for their neighbours (Unicode, chapter 9.2), in logical order. Other characters
 * stay unchanged.
 */
export function shapeArabic(text: string): string {
  const plain = [...text.replace(marks, '')];
  let result = '';
  for (let index = 0; index < plain.length; index++) {
    const letter = plain[index] ?? '';
    const form = forms.get(letter);
    if (!form) {
      result += letter;
      continue;
    }
    const isJoined = joinsNext(plain[index - 1]) && form.count > 1;
    const ligature = letter === 'ل' ? ligatures[plain[index + 1] ?? ''] : undefined;
    if (ligature) {
      result += String.fromCodePoint(ligature + (isJoined ? 1 : 0));
      index++;
      continue;
    }
    const joinsForward = form.count === 4 && joinsBefore(plain[index + 1]);
    // Isolated, final, initial, medial.
    result += String.fromCodePoint(form.first + (joinsForward ? (isJoined ? 3 : 2) : isJoined ? 1 : 0));
  }
  return result;
}

/** The letters of a presentation form, so that copied text is plain text again. */
export function lettersOf(sign: string): string {
  return sign.normalize('NFKC');
}

const controls = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g;
const isRightward = (sign: string) => /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(sign);
type Kind = 'right' | 'left' | 'number';
const mirrored: Record<string, string> = { '(': ')', ')': '(', '[': ']', ']': '[', '«': '»', '»': '«' };

/**
 * The direction of each character: letters have their own, digits that of the letters before them, others are neutral.
 */
function kindsOf(signs: readonly string[], isRightToLeft: boolean): (Kind | undefined)[] {
  let last: Kind = isRightToLeft ? 'right' : 'left';
  const kinds = signs.map((sign): Kind | undefined => {
    if (isRightward(sign)) last = 'right';
    else if (/\p{L}/u.test(sign)) last = 'left';
    else if (/\p{N}/u.test(sign)) return last === 'left' ? 'left' : 'number';
    else return undefined;
    return last;
  });
  // A decimal separator inside a number belongs to it.
  return kinds.map((kind, index) =>
    !kind && /[.,:/]/.test(signs[index] ?? '') && kinds[index - 1] === 'number' && kinds[index + 1] === 'number'
      ? 'number'
      : kind,
  );
}

/**
 * A line in visual order, from left to right: directional runs in the order of the line's base direction. The part of
 * Unicode's bidirectional algorithm (UAX 9) that a line without embeddings needs: digits after Arabic run left to
 * right, within the surrounding right-to-left run.
 */
export function inOrder(text: string, isRightToLeft: boolean): string {
  const signs = [...shapeArabic(text.replace(controls, '').replace(/\u00a0|\u202f/g, ' '))];
  const kinds = kindsOf(signs, isRightToLeft);
  const base: Kind = isRightToLeft ? 'right' : 'left';
  const side = (kind: Kind | undefined): Kind => (kind === 'number' ? 'right' : (kind ?? base));
  const runs: { kind: Kind; signs: string[] }[] = [];
  signs.forEach((sign, index) => {
    const before = side(kinds.slice(0, index).findLast(Boolean));
    const after = side(kinds.slice(index + 1).find(Boolean));
    const kind = kinds[index] ?? (before === after ? before : base);
    const last = runs.at(-1);
    if (last?.kind === kind) last.signs.push(sign);
    else runs.push({ kind, signs: [sign] });
  });
  // In a left-to-right line, a right-to-left run stays together, its digits included.
  const blocks: { isRight: boolean; parts: string[][] }[] = [];
  for (const { kind, signs: run } of runs) {
    const part = kind === 'right' ? run.reverse().map((sign) => mirrored[sign] ?? sign) : run;
    const isRight = isRightToLeft || kind !== 'left';
    const last = blocks.at(-1);
    if (last?.isRight === isRight) last.parts.push(part);
    else blocks.push({ isRight, parts: [part] });
  }
  return blocks.flatMap(({ isRight, parts }) => (isRight ? parts.reverse() : parts).flat()).join('');
}
