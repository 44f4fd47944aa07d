import { numberFormat } from '#base/shared/formats.ts';
import { useLocale } from '#ui/layout/locale.ts';
import { filledText, type Values } from '../../question-types/rules.ts';

/** Writes the values of an attempt into the text of a question, as the reader writes numbers. */
export function useFilledText(values: Values | undefined): (text: string) => string {
  const { locale } = useLocale();
  const format = numberFormat(locale, { maximumSignificantDigits: 15 });
  return (text) => filledText(text, values, (value) => format.format(value));
}
