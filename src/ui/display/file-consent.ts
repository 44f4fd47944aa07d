import { createContext, useContext } from 'react';

/**
 * Whether a file may load now. Without a provider every file may: the server's HTML for visitors is post-processed
 * instead.
 */
export const FileConsent = createContext<(address: string) => boolean>(() => true);

export function useCanLoad(): (address: string) => boolean {
  return useContext(FileConsent);
}

/**
 * Attributes of a file; one that needs consent gets its URL in an attribute no browser loads, which the page's script
 * restores.
 */
export function fileAttributes(
  mayLoad: (address: string) => boolean,
  files: { src?: string; srcSet?: string },
): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [name, address] of Object.entries(files))
    if (address !== undefined) attributes[mayLoad(address) ? name : `data-later-${name.toLowerCase()}`] = address;
  return attributes;
}
