const FUNCTIONS = new Set(
  `url rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix icc-color calc min max clamp var env repeat
   matrix matrix3d translate translatex translatey translatez translate3d scale scalex scaley scalez scale3d rotate
   rotatex rotatey rotatez rotate3d skew skewx skewy perspective cubic-bezier steps linear path polygon circle ellipse
   inset rect blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia
   not is where has nth-child nth-last-child nth-of-type nth-last-of-type lang dir`
    .trim()
    .split(/\s+/),
);
const LOCAL = /url\([ \t\n]*(?:#[^"'()\\\s]+|"#[^"'()\\\s]+"|'#[^"'()\\\s]+')[ \t\n]*\)/y;
const GROUPS = /^@(?:media|supports|(?:-webkit-)?keyframes)(?![\w-])/i;
const LEVELS = 8;

/**
 * Whether a CSS value loads nothing under any parser: no escapes, no at-rules, only known functions, and `url()` only
 * references the same SVG.
 */
export function isSafeValue(css: string): boolean {
  if (/[\\@]/.test(css)) return false;
  if (!css.includes('(')) return true;
  const lower = css.toLowerCase();
  for (const call of lower.matchAll(/([a-z0-9_-]*)\(/g)) {
    const name = call[1] ?? '';
    if (name === '') continue;
    if (!FUNCTIONS.has(name)) return false;
    if (name !== 'url') continue;
    LOCAL.lastIndex = call.index;
    if (!LOCAL.test(lower)) return false;
  }
  return true;
}

/** Whether quotes, brackets and comments are balanced, so that the following CSS is parsed correctly. */
function isBalanced(piece: string): boolean {
  return !/["'{}]|\/\*|<!--|-->/.test(piece.replace(/"[^"\n]*"|'[^'\n]*'/g, '')) && isSafeValue(piece);
}

/** An unterminated comment extends to the end. */
function withoutComments(css: string): string {
  const [first = '', ...others] = css.split('/*');
  let length = first;
  for (let at = 0; at < others.length; at++) {
    // `/*` inside a comment is part of it and opens none.
    while (at < others.length && !others[at]?.includes('*/')) at++;
    const rest = others[at];
    if (rest !== undefined) length += ` ${rest.slice(rest.indexOf('*/') + 2)}`;
  }
  return length;
}

/** The declarations of a `style` attribute or rule, without those that would load anything. */
export function cleanDeclarations(css: string): string {
  return piecesOf(withoutComments(css))
    .flatMap(({ words, end }) => (end === '{' || end === '}' ? [] : declarationOf(words)))
    .join(';');
}

function declarationOf(words: string): string[] {
  const [, property = '', value = ''] = /^\s*(-{0,2}[a-z][\w-]*)\s*:([\s\S]*)$/i.exec(words) ?? [];
  if (value.trim() === '' || !isBalanced(value) || /^(?:behavior|-moz-binding|src)$/i.test(property)) return [];
  return [`${property}:${value.trim()}`];
}

type Piece = { words: string; end: '{' | '}' | ';' | '' };

/** CSS split at braces and semicolons outside of quotes. */
function piecesOf(css: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of css.matchAll(/"[^"\n]*"|'[^'\n]*'|[{};]/g)) {
    if (match[0].length > 1) continue;
    pieces.push({ words: css.slice(from, match.index), end: match[0] as Piece['end'] });
    from = match.index + 1;
  }
  return [...pieces, { words: css.slice(from), end: '' }];
}

/** A style sheet: its rules, those of at-rules and keyframes included, without anything that loads. */
export function cleanSheet(css: string): string {
  const pieces = piecesOf(withoutComments(css).replace(/<!--|-->/g, ' '));
  let at = 0;

  /** The content of a block up to its closing brace: rules, and declarations where `isRule`. */
  function block(level: number, isRule: boolean): string {
    const rules: string[] = [];
    while (at < pieces.length) {
      const { words, end } = pieces[at++] as Piece;
      const head = words.trim();
      if (end !== '{') {
        if (isRule) rules.push(...declarationOf(words).map((declaration) => `${declaration};`));
        if (end === '}' && level > 0) break;
        continue;
      }
      const isGroup = GROUPS.test(head);
      const inner = level < LEVELS ? block(level + 1, !isGroup) : skip();
      const isKept = isGroup ? isBalanced(head.slice(1)) : head !== '' && isBalanced(head);
      if (isKept && inner !== '' && !(isRule && isGroup)) rules.push(`${head}{${inner}}`);
    }
    return rules.join('');
  }

  function skip(): string {
    for (let depth = 1; depth > 0 && at < pieces.length; at++) {
      const end = pieces[at]?.end;
      depth += end === '{' ? 1 : end === '}' ? -1 : 0;
    }
    return '';
  }

  return block(0, false);
}
