import { createTranslations } from '#app/i18n/translations.ts';

/** The product's texts in a language, for a provider around what a test renders. */
export const translations = createTranslations();

/** The product's texts, as jobs and mails are given them. */
export const textOf = (locale: string, namespace: string, key: string, values?: Record<string, unknown>): string =>
  translations(locale).t(key, { ns: namespace, ...values });
