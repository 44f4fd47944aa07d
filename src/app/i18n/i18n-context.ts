import type { i18n } from 'i18next';
import { createContext } from 'react-router';

/** The i18next of the request's language; read by loaders and by the entry that renders. */
export const i18nContext = createContext<i18n>();
