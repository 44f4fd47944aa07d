/** Decodes a profile header: Node passes header bytes as Latin-1. */
export function schemaIn(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  // In-process requests may hold any characters.
  if (bytes.toString('latin1') !== header) return header;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return header;
  }
}

/** Encodes a schema name for a header: its UTF-8 bytes as Latin-1. */
export function schemaHeader(schema: string): string {
  return Buffer.from(schema, 'utf8').toString('latin1');
}
