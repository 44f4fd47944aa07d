import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DbError } from '#base/shared/db-client.ts';
import { Button } from '#ui/buttons/button.tsx';
import { useAction } from '#ui/fields/use-action.ts';
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
  const [problem, setProblem] = useState('');
  const { run, isRunning: isBusy } = useAction();

  function apply() {
    return run(async () => {
      const template = siteTemplates.find(({ name }) => name === selected);
      if (!template) return;
      setProblem('');
      try {
        await onApply(template);
      } catch (error) {
        setProblem(error instanceof DbError ? error.message : t('list.failed'));
      }
    });
  }

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
