/** Where a view's column comes from: the relation and column number it passes through unchanged. */
export type ColumnOrigin = { relation: number; column: number };

/**
 * Reads a view's rewrite rule (`pg_rewrite.ev_action`, PostgreSQL's printed node tree) for the origin of each column.
 * Only the outermost target list is read; those of subqueries are nested deeper.
 */
export function viewColumnOrigins(rule: string): Map<number, ColumnOrigin> {
  const origins = new Map<number, ColumnOrigin>();
  const tail = /:resno (\d+) :resname .*? :ressortgroupref \d+ :resorigtbl (\d+) :resorigcol (\d+) :resjunk (\w+)/y;
  let depth = 0;
  let entryDepth = 0;
  for (let at = 0; at < rule.length; at++) {
    const character = rule[at];
    if (character === '\\') at++;
    else if (character === '{') {
      depth++;
      if (depth === 2) entryDepth = rule.startsWith('{TARGETENTRY', at) ? 2 : 0;
    } else if (character === '}') depth--;
    else if (character === ':' && depth === 2 && entryDepth === 2 && rule.startsWith(':resno ', at)) {
      tail.lastIndex = at;
      const match = tail.exec(rule);
      if (match && match[2] !== '0' && match[4] === 'false') {
        origins.set(Number(match[1]), { relation: Number(match[2]), column: Number(match[3]) });
      }
    }
  }
  return origins;
}
