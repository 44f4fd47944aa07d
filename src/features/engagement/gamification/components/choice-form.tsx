import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useMember } from '#base/browser/member.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Switch } from '#ui/fields/choice.tsx';
import { Form } from '#ui/fields/form.tsx';
import { UnsavedGuard } from '#ui/fields/save-bar.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { gamificationKey, saveScoreChoice } from '../data.ts';
import type { OwnScore } from '../schema.ts';

/** Whether a member stands in leaderboards, and under which name. */
export function ChoiceForm({ score }: { score: Pick<OwnScore, 'is_listed' | 'alias'> }) {
  const { t } = useTranslation('gamification');
  const db = useDb();
  const { account_id, id: member_id, name } = useMember();
  const draft = useDraft({
    saved: { is_listed: score.is_listed, alias: score.alias ?? '' },
    labels: { is_listed: t('choice.listed'), alias: t('choice.alias') },
  });
  const { save, isSaving, problem } = useSave(
    () => {
      const { is_listed, alias } = draft.values;
      return saveScoreChoice(db, { account_id, member_id, is_listed, alias: alias.trim() || null });
    },
    {
      form: draft,
      invalidates: [gamificationKey(account_id)],
      done: t('choice.saved'),
      onSaved: () => draft.accept(),
    },
  );
  return (
    <Form label={t('choice.title')} problem={problem} onSubmit={() => void save()}>
      <UnsavedGuard changed={draft.changed} />
      <Switch description={t('choice.listedHelp')} {...draft.toggle('is_listed')}>
        {t('choice.listed')}
      </Switch>
      {draft.values.is_listed ? (
        <TextField
          label={t('choice.alias')}
          description={t('choice.aliasHelp', { name })}
          maxLength={40}
          dir="auto"
          {...draft.field('alias')}
        />
      ) : null}
      <div>
        <Button type="submit" isBusy={isSaving} isDisabled={!draft.isChanged}>
          {t('choice.save')}
        </Button>
      </div>
    </Form>
  );
}
