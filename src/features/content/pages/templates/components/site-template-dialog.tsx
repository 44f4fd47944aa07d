import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/buttons/button.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import type { SiteTemplate } from '../rules.ts';
import { siteTemplates } from './site-templates.ts';
import { TemplateChoice } from './template-choice.tsx';

/** Picks a site template (theme and pages); says what it replaces before it is applied. */
export function SiteTemplateDialog({
  onClose,
  onApply,
}: {
  onClose: () => void;
  onApply: (template: SiteTemplate) => Promise<void>;
}) {
  const { t } = useTranslation('pages');
  const [selected, setChosen] = useState(siteTemplates[0]?.name ?? '');

  const {
    save: apply,
    isSaving: isBusy,
    problem,
  } = useSave(
    async () => {
      const template = siteTemplates.find(({ name }) => name === selected);
      if (template) await onApply(template);
    },
    { isInForm: true },
  );

  return (
    <Dialog
      title={t('templates.siteTitle')}
      isWide
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <Button variant="quiet" onPress={onClose}>
            {t('address.cancel')}
          </Button>
          <Button variant="primary" isBusy={isBusy} onPress={() => void apply()}>
            {t('templates.siteUse', { name: t(`templates.sites.${selected}.name`) })}
          </Button>
        </>
      }
    >
      <p className="muted">{t('templates.siteText')}</p>
      {problem ? (
        <p role="alert" className="field-error">
          {problem}
        </p>
      ) : null}
      <TemplateChoice
        label={t('templates.siteTitle')}
        isLarge
        chosen={selected}
        onChoose={setChosen}
        choices={siteTemplates.map(({ name }) => ({
          name,
          title: t(`templates.sites.${name}.name`),
          text: t(`templates.sites.${name}.text`),
          picture: <img src={`/pictures/templates/${name}.webp`} alt="" width={640} height={480} loading="lazy" />,
        }))}
      />
    </Dialog>
  );
}
