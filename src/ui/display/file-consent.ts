import { createContext, useContext } from 'react';

/**
 * Whether a file of this address may be loaded now. Where nothing is provided above, everything may: what the server draws
 * for visitors is looked through once it is finished.
 */
export const FileConsent = createContext<(address: string) => boolean>(() => true);

export function useMayLoad(): (address: string) => boolean {
  return useContext(FileConsent);
}

/** The attributes of a file; one that must wait stands under a name no browser loads, which the page's script knows. */
export function fileAttributes(
  mayLoad: (address: string) => boolean,
  files: { src?: string; srcSet?: string },
): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [name, address] of Object.entries(files))
    if (address !== undefined) attributes[mayLoad(address) ? name : `data-later-${name.toLowerCase()}`] = address;
  return attributes;
}
