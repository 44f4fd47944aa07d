/** A file name that is safe in a storage path. */
export function safeFileName(name: string): string {
  const dot = name.lastIndexOf('.');
  const clean = (text: string) =>
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(/[^A-Za-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60);
  const stem = clean(dot > 0 ? name.slice(0, dot) : name) || 'file';
  const extension =
    dot > 0
      ? clean(name.slice(dot + 1))
          .toLowerCase()
          .slice(0, 8)
      : '';
  return extension ? `${stem}.${extension}` : stem;
}
