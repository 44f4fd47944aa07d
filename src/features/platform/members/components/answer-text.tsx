import { useTranslation } from 'react-i18next';
import { useSite } from '#base/browser/site.tsx';
import { dateFormat, numberFormat } from '#base/shared/formats.ts';
import { countryName, type MemberField } from '../fields/rules.ts';

/** Formats the value of a member field: names of countries and options, localised dates, clickable links. */
export function AnswerText({ field, value }: { field: Pick<MemberField, 'type'>; value: string }) {
  const { t } = useTranslation('members');
  const { locale } = useSite();
  switch (field.type) {
    case 'country':
      return countryName(value, locale);
    case 'yes_no':
      return t(value === 'true' ? 'fields.yes' : 'fields.no');
    case 'date':
      return dateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${value}T00:00:00Z`));
    case 'number':
      return numberFormat(locale).format(Number(value));
    case 'link':
      return (
        <a className="link" href={value} rel="nofollow noopener ugc">
          {value.replace(/^https?:\/\//, '')}
        </a>
      );
    default:
      return value;
  }
}
