import { useTranslation } from 'react-i18next';
import { TextCheck, type TextCheckProps } from '#features/content/publishing/checks/components/text-check.tsx';
import { type ContentText, withHeadings } from '../../rules.ts';
import { docFindings, fixDoc } from '../rules.ts';

/** Checks the current draft of a documentation page. */
export function DocCheck(props: TextCheckProps<ContentText>) {
  const { t } = useTranslation('docs');
  return (
    <TextCheck
      {...props}
      title={t('checks.title')}
      findings={docFindings}
      fix={fixDoc}
      hasAnchor={({ content }, id) => withHeadings(content).headings.some((heading) => heading.id === id)}
      nameOf={(field) => (field === null ? t('checks.page') : t(`editor.${field}`))}
      messages={{ noSummary: t('checks.noSummary') }}
    />
  );
}
