import { createTranslations } from '#app/i18n/translations.ts';

const translations = createTranslations();

/** The product's texts in a language, for components that are rendered. */
export const i18nOf = (locale: string) => translations(locale);

/** The product's texts, as jobs and mails are given them. */
export const textOf = (locale: string, namespace: string, key: string, values?: Record<string, unknown>): string =>
  translations(locale).t(key, { ns: namespace, ...values });
