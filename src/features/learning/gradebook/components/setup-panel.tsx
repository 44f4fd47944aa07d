import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { RadioGroup, Switch } from '#ui/fields/choice.tsx';
import { Form } from '#ui/fields/form.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { gradebookKey, type SavedSetup, saveSetup } from '../data.ts';
import { ownItem } from '../rules.ts';
import type { GradebookSetup, Weighting } from '../schema.ts';
import { GroupFields } from './group-fields.tsx';
import { ItemFields } from './item-fields.tsx';
import { LetterFields } from './letter-fields.tsx';
import type { SetupParts } from './setup-parts.ts';

type SetupPanelProps = { courseId: string; setup: GradebookSetup; onClose: () => void };

/** How a course is graded: what counts how much, what passes, which letters there are. */
export function SetupPanel({ courseId, setup, onClose }: SetupPanelProps) {
  const { t } = useTranslation('gradebook');
  const db = useDb();
  const { account_id } = useAccount();
  const [{ archived, ...values }, setValues] = useState(setup);
  const change = (part: Partial<SavedSetup>) => setValues((before) => ({ ...before, ...part }));
  const { save, isSaving, problem } = useSave(() => saveSetup(db, courseId, values), {
    isInForm: true,
    invalidates: [gradebookKey(account_id, courseId)],
    done: t('setup.saved'),
    onSaved: onClose,
  });
  const restore = (id: string) =>
    setValues((before) => ({
      ...before,
      archived: before.archived.filter((item) => item.id !== id),
      items: [...before.items, ...before.archived.filter((item) => item.id === id).map(ownItem)],
    }));
  return (
    <SidePanel
      title={t('setup.title')}
      isOpen
      isWide
      isChanged={JSON.stringify(values) !== JSON.stringify(withoutArchived(setup))}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button variant="primary" type="submit" form="gradebook-setup" isBusy={isSaving}>
          {t('save')}
        </Button>
      }
    >
      <Form id="gradebook-setup" label={t('setup.title')} problem={problem} onSubmit={() => void save()}>
        <CourseFields values={values} change={change} />
        <GroupFields values={values} change={change} />
        <ItemFields values={values} change={change} archived={archived} onRestore={restore} />
        <LetterFields values={values} change={change} />
      </Form>
    </SidePanel>
  );
}

const withoutArchived = ({ archived, ...values }: GradebookSetup): SavedSetup => values;

function CourseFields({ values, change }: SetupParts) {
  const { t } = useTranslation('gradebook');
  return (
    <>
      <RadioGroup
        label={t('setup.weighting')}
        orientation="vertical"
        value={values.weighting}
        options={(['points', 'groups'] as const).map((id) => ({ id, label: t(`setup.weightings.${id}`) }))}
        onChange={(id) => change({ weighting: id as Weighting })}
      />
      <Switch
        isSelected={values.missing === 'zero'}
        onChange={(isOn) => change({ missing: isOn ? 'zero' : 'ignore' })}
        description={t('setup.missingHelp')}
      >
        {t('setup.missing')}
      </Switch>
      <Switch isSelected={values.is_shown} onChange={(is_shown) => change({ is_shown })}>
        {t('setup.shown')}
      </Switch>
      <NumberField
        label={t('setup.pass')}
        description={t('setup.passHelp')}
        maxValue={100}
        suffix="%"
        className="max-w-64"
        value={values.pass_percent}
        onChange={(pass_percent) => change({ pass_percent })}
      />
    </>
  );
}
