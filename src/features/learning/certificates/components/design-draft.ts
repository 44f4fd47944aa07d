import type { TFunction } from 'i18next';
import type { PictureValue } from '#base/shared/pictures.ts';
import { contrast, parseCssColor } from '#ui/fields/color.ts';
import type { FieldErrors } from '#ui/fields/use-draft.ts';
import { placeholders, unknownPlaceholders } from '../rules.ts';
import type { Design } from '../schema.ts';

export type DesignValues = Omit<Design, 'id' | 'is_default' | 'logo'> & { logo: PictureValue };

/** The placeholders of the proposal stay placeholders. */
const asWritten = Object.fromEntries(placeholders.map((name) => [name, `{{${name}}}`]));
const DEFAULT_ACCENT = '#1d4ed8';
/** Of text (WCAG 2.2, 1.4.3): a certificate is printed on white. */
const MIN_CONTRAST = 4.5;

/** A stored design as it is edited; without one, a first proposal in `language`. */
export function designValues(design: Design | null, language: string, t: TFunction<'certificates'>): DesignValues {
  if (design) {
    const { id: _, is_default: __, logo, ...values } = design;
    return { ...values, logo: { src: logo ?? '', alt: '' } };
  }
  return {
    name: t('starter.name'),
    language,
    title: t('starter.title'),
    body: t('starter.body', asWritten),
    signatory: '',
    logo: { src: '', alt: '' },
    font: 'sans',
    is_landscape: true,
    accent: DEFAULT_ACCENT,
    valid_months: null,
  };
}

/** What is stored of a draft. */
export function designOf({ logo, ...values }: DesignValues): Omit<Design, 'id' | 'is_default'> {
  return {
    ...values,
    name: values.name.trim(),
    title: values.title.trim(),
    body: values.body.trim(),
    signatory: values.signatory.trim(),
    logo: logo.src || null,
  };
}

/** What is wrong with a draft, by field. */
export function designProblems(values: DesignValues, t: TFunction<'certificates'>): FieldErrors<DesignValues> {
  const unknown = unknownPlaceholders([values.title, values.body, values.signatory].join('\n'))[0];
  const unknownProblem = unknown === undefined ? undefined : t('design.errors.placeholder', { name: `{{${unknown}}}` });
  return {
    name: values.name.trim() ? undefined : t('design.errors.name'),
    title: values.title.trim() ? undefined : t('design.errors.title'),
    body: values.body.trim() ? unknownProblem : t('design.errors.body'),
    accent: isReadable(values.accent) ? undefined : t('design.errors.accent'),
  };
}

function isReadable(accent: string): boolean {
  try {
    return contrast(parseCssColor(accent), parseCssColor('#ffffff')) >= MIN_CONTRAST;
  } catch {
    return false;
  }
}
