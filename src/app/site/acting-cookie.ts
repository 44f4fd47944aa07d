/** Whose name is borrowed, until when (seconds since 1970), as the server wrote it; undefined where nobody's is. */
export function actingOf(cookies: string): { until: number; name: string } | undefined {
  const text = /(?:^|; )stoa-acting=([^;]+)/.exec(cookies)?.[1];
  const found = /^(\d+)\.(.*)$/s.exec(decodeURIComponent(text ?? ''));
  return found ? { until: Number(found[1]), name: found[2] ?? '' } : undefined;
}
