import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Switch } from '#ui/fields/choice.tsx';
import { Form } from '#ui/fields/form.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import type { SectionWithLessons } from '../../lessons/data.ts';
import { setAvailability } from '../data.ts';
import { asList, asTree, countConditions, isComplete } from '../rules.ts';
import type { AvailabilityRule, ConditionTree } from '../schema.ts';
import { ConditionEditor } from './condition-editor.tsx';
import { usePartChoices } from './use-part-choices.ts';

type AvailabilityPanelProps = {
  courseId: string;
  part: { id: string; title: string };
  /** Null where it is open to everybody who is enrolled. */
  rule: AvailabilityRule | null;
  outline: readonly SectionWithLessons[];
  onClose: () => void;
};

/** Changes when a part of a course is open. */
export function AvailabilityPanel({ courseId, part, rule, outline, onClose }: AvailabilityPanelProps) {
  const { t } = useTranslation('courses');
  const [list, setList] = useState(() => asList(rule?.conditions ?? null));
  const [isHidden, setHidden] = useState(rule?.is_hidden ?? false);
  // Nothing waits for itself, nor for what is in it.
  const own = outline.find(({ id }) => id === part.id)?.lessons.map(({ id }) => id) ?? [];
  const choices = usePartChoices(outline, [part.id, courseId, ...own]);
  const tree = asTree(list);
  const isChanged =
    JSON.stringify(list) !== JSON.stringify(asList(rule?.conditions ?? null)) ||
    isHidden !== (rule?.is_hidden ?? false);
  const { save, isSaving, problem } = useAvailabilitySave(courseId, part.id, tree, isHidden, onClose);
  return (
    <SidePanel
      title={t('availability.of', { title: part.title })}
      isOpen
      isWide
      isChanged={isChanged}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button variant="primary" type="submit" form="availability" isBusy={isSaving}>
          {t('availability.save')}
        </Button>
      }
    >
      <Form
        id="availability"
        label={t('availability.of', { title: part.title })}
        problem={problem}
        onSubmit={() => void save()}
      >
        {tree ? null : <p className="help">{t('availability.always')}</p>}
        <ConditionEditor list={list} onChange={setList} choices={choices} total={countConditions(list)} />
        {tree && part.id !== courseId ? (
          <Switch isSelected={isHidden} onChange={setHidden} description={t('availability.hideHelp')}>
            {t('availability.hide')}
          </Switch>
        ) : null}
      </Form>
    </SidePanel>
  );
}

function useAvailabilitySave(
  courseId: string,
  partId: string,
  tree: ConditionTree | null,
  isHidden: boolean,
  onSaved: () => void,
) {
  const { t } = useTranslation('courses');
  const db = useDb();
  const { account_id } = useAccount();
  const [isMissing, setMissing] = useState(false);
  const saving = useSave(() => setAvailability(db, courseId, partId, tree, isHidden && tree !== null), {
    check: () => {
      setMissing(tree !== null && !isComplete(tree));
      return tree === null || isComplete(tree);
    },
    isInForm: true,
    invalidates: [['availability', account_id], ['outline', account_id], ['my-courses']],
    onSaved,
    done: t('availability.saved'),
  });
  return { ...saving, problem: isMissing ? t('availability.incomplete') : saving.problem };
}
