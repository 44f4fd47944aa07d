/** The name in a profile header, which HTTP hands over as one character a byte. */
export function schemaIn(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  // Asked in process, it may be a text of any characters.
  if (bytes.toString('latin1') !== header) return header;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return header;
  }
}

/** A schema's name as a header can carry it: its bytes in UTF-8. */
export function schemaHeader(schema: string): string {
  return Buffer.from(schema, 'utf8').toString('latin1');
}
