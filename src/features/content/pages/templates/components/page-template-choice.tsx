import { useTranslation } from 'react-i18next';
import type { PageTemplate } from '../rules.ts';
import { pageTemplates } from './page-templates.ts';
import { TemplateChoice } from './template-choice.tsx';
import { TemplateSketch } from './template-sketch.tsx';

/** Template picker of a new page: blank, or one of the templates. */
export function PageTemplateChoice({
  chosen,
  onChoose,
}: {
  chosen: PageTemplate | null;
  onChoose: (template: PageTemplate | null) => void;
}) {
  const { t } = useTranslation('pages');
  const choices = [
    {
      name: '',
      title: t('templates.blank.name'),
      text: t('templates.blank.text'),
      picture: <TemplateSketch blocks={[]} />,
    },
    ...pageTemplates.map(({ name, blocks }) => ({
      name,
      title: t(`templates.pages.${name}.name`),
      text: t(`templates.pages.${name}.text`),
      picture: <TemplateSketch blocks={blocks} />,
    })),
  ];
  return (
    <TemplateChoice
      label={t('templates.beginWith')}
      choices={choices}
      chosen={chosen?.name ?? ''}
      onChoose={(name) => onChoose(pageTemplates.find((template) => template.name === name) ?? null)}
    />
  );
}
