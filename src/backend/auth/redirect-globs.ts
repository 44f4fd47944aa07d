/**
 * Whether people may be sent to `url`: any page of the site's host, or an address one of the globs covers whole (its
 * fragment aside). Syntax as published for redirect allow lists: `*` any characters but `.` and `/`, `**` any at all,
 * `?` one character but those two, `[a-z]`, `[!a-z]`, `{one,two}`, `\` takes the next character as it is.
 */
export function isListedRedirect(url: string, siteUrl: string, globs: readonly string[]): boolean {
  if (!URL.canParse(url)) return false;
  const asked = new URL(url);
  const isWeb = asked.protocol === 'http:' || asked.protocol === 'https:';
  if (asked.username || asked.password) return false;
  if (isWeb && asked.hostname === new URL(siteUrl).hostname) return true;
  if (['javascript:', 'data:', 'vbscript:', 'blob:', 'file:'].includes(asked.protocol)) return false;
  // Compared as the browser will read it: a backslash or a tab in the text is not what it seems.
  const whole = (isWeb ? asked.href : url).split('#')[0] ?? '';
  const bare = isWeb && asked.pathname === '/' && !asked.search ? whole.replace(/\/$/, '') : whole;
  return globs.some((glob) => {
    const pattern = patternOf(glob);
    return pattern.test(whole) || pattern.test(bare);
  });
}

/** @throws {SyntaxError} a glob that means nothing, such as `[z-a]`: told at the start instead of at a redirect. */
export function checkGlobs(globs: readonly string[]): void {
  for (const glob of globs) patternOf(glob);
}

const patterns = new Map<string, RegExp>();

function patternOf(glob: string): RegExp {
  const known = patterns.get(glob);
  if (known) return known;
  const pattern = new RegExp(`^${translate(glob)}$`);
  patterns.set(glob, pattern);
  return pattern;
}

function translate(glob: string): string {
  let pattern = '';
  let depth = 0;
  for (let at = 0; at < glob.length; at++) {
    const one = glob[at] ?? '';
    if (one === '*') {
      const isDeep = glob[at + 1] === '*';
      while (glob[at + 1] === '*') at++;
      pattern += isDeep ? '.*' : '[^./]*';
    } else if (one === '?') pattern += '[^./]';
    else if (one === '\\' && at + 1 < glob.length) pattern += literal(glob[++at] ?? '');
    else if (one === '[' && glob.indexOf(']', at + 2) > 0) {
      const end = glob.indexOf(']', at + 2);
      const set = glob.slice(at + 1, end);
      const isNot = set.startsWith('!');
      pattern += `[${isNot ? '^' : ''}${set.slice(isNot ? 1 : 0).replace(/[\\^[\]]/g, '\\$&')}]`;
      at = end;
    } else if (one === '{') {
      depth++;
      pattern += '(?:';
    } else if (one === '}' && depth > 0) {
      depth--;
      pattern += ')';
    } else if (one === ',' && depth > 0) pattern += '|';
    else pattern += literal(one);
  }
  return pattern + ')'.repeat(depth);
}

function literal(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
