/**
 * Whether redirects to `url` are allowed: any page of the site's host, or a URL one of the globs matches in full (without
 * its fragment). Syntax as published for redirect allow lists: `*` any characters but `.` and `/`, `**` any at all, `?`
 * one character but those two, `[a-z]`, `[!a-z]`, `{one,two}`, `\` takes the next character literally.
 */
export function isListedRedirect(url: string, siteUrl: string, globs: readonly string[]): boolean {
  if (!URL.canParse(url)) return false;
  const parsed = new URL(url);
  const isWeb = parsed.protocol === 'http:' || parsed.protocol === 'https:';
  if (parsed.username || parsed.password) return false;
  if (isWeb && parsed.hostname === new URL(siteUrl).hostname) return true;
  if (['javascript:', 'data:', 'vbscript:', 'blob:', 'file:'].includes(parsed.protocol)) return false;
  // Compared as the browser parses it: a backslash or a tab in the text can hide another host.
  const href = (isWeb ? parsed.href : url).split('#')[0] ?? '';
  const origin = isWeb && parsed.pathname === '/' && !parsed.search ? href.replace(/\/$/, '') : href;
  return globs.some((glob) => {
    const pattern = patternOf(glob);
    return pattern.test(href) || pattern.test(origin);
  });
}

/** Checks globs at the start instead of at a redirect. @throws {SyntaxError} for an invalid glob such as `[z-a]`. */
export function checkGlobs(globs: readonly string[]): void {
  for (const glob of globs) patternOf(glob);
}

const patterns = new Map<string, RegExp>();

function patternOf(glob: string): RegExp {
  const cached = patterns.get(glob);
  if (cached) return cached;
  const pattern = new RegExp(`^${translate(glob)}$`);
  patterns.set(glob, pattern);
  return pattern;
}

function translate(glob: string): string {
  let pattern = '';
  let depth = 0;
  for (let at = 0; at < glob.length; at++) {
    const character = glob[at] ?? '';
    if (character === '*') {
      const isDeep = glob[at + 1] === '*';
      while (glob[at + 1] === '*') at++;
      pattern += isDeep ? '.*' : '[^./]*';
    } else if (character === '?') pattern += '[^./]';
    else if (character === '\\' && at + 1 < glob.length) pattern += literal(glob[++at] ?? '');
    else if (character === '[' && glob.indexOf(']', at + 2) > 0) {
      const end = glob.indexOf(']', at + 2);
      const set = glob.slice(at + 1, end);
      const isNegated = set.startsWith('!');
      pattern += `[${isNegated ? '^' : ''}${set.slice(isNegated ? 1 : 0).replace(/[\\^[\]]/g, '\\$&')}]`;
      at = end;
    } else if (character === '{') {
      depth++;
      pattern += '(?:';
    } else if (character === '}' && depth > 0) {
      depth--;
      pattern += ')';
    } else if (character === ',' && depth > 0) pattern += '|';
    else pattern += literal(character);
  }
  return pattern + ')'.repeat(depth);
}

function literal(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
