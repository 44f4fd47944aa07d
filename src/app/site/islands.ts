import type { ComponentType } from 'react';

/** The browser's registry: the name an island has in the page -> its code, loaded when it is woken. */
export const islands: Record<string, () => Promise<ComponentType<object>>> = {};
