import { useTranslation } from 'react-i18next';
import { TextCheck, type TextCheckProps } from '#features/content/publishing/checks/components/text-check.tsx';
import type { ContentText } from '../../data.ts';
import { fixPost, postFindings } from '../rules.ts';

/** Checks the current draft of a post. */
export function PostCheck(props: TextCheckProps<ContentText>) {
  const { t } = useTranslation(['posts', 'publishing']);
  return (
    <TextCheck
      {...props}
      title={t('checks.title')}
      findings={postFindings}
      fix={fixPost}
      // The text of a post has no anchors that links could point to.
      hasAnchor={() => false}
      nameOf={(field) => {
        if (field === null) return t('checks.post');
        return t(field === 'searchTitle' || field === 'isHidden' ? `publishing:search.${field}` : `editor.${field}`);
      }}
      messages={{
        noCover: t('checks.noCover'),
        noExcerpt: t('checks.noExcerpt'),
        hidden: t('checks.hidden'),
      }}
    />
  );
}
