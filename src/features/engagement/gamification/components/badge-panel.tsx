import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount } from '#base/browser/site.tsx';
import { UNIQUE_VIOLATION } from '#base/shared/db-client.ts';
import { Button } from '#ui/buttons/button.tsx';
import { RadioGroup } from '#ui/fields/choice.tsx';
import { Form } from '#ui/fields/form.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { Select } from '#ui/fields/select.tsx';
import { TextArea, TextField } from '#ui/fields/text-field.tsx';
import { type Draft, useDraft } from '#ui/fields/use-draft.ts';
import { useSave } from '#ui/fields/use-save.ts';
import { SidePanel } from '#ui/overlays/side-panel.tsx';
import { gamificationKey, levelsQuery, saveBadge } from '../data.ts';
import { asStored } from '../rules.ts';
import {
  type Badge,
  type BadgeRule,
  type BadgeValues,
  badgeIcons,
  badgeRules,
  type BadgeIcon as Icon,
  type PointKind,
  pointKinds,
} from '../schema.ts';
import { BadgeIcon } from './badge-icon.tsx';

const newBadge: BadgeValues = {
  name: '',
  description: '',
  icon: 'award',
  rule: 'count',
  kind: 'lesson_completed',
  times: 1,
  level_id: null,
};

/** A badge: what it is called, what it looks like, and what it is awarded for; null for a new one. */
export function BadgePanel({ badge, onClose }: { badge: Badge | null; onClose: () => void }) {
  const { t } = useTranslation('gamification');
  const { draft, save, isSaving, problem } = useBadge(badge, onClose);
  return (
    <SidePanel
      title={badge ? badge.name : t('badge.new')}
      isOpen
      isChanged={draft.isChanged}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <Button variant="primary" type="submit" form="badge" isBusy={isSaving}>
          {t('badge.save')}
        </Button>
      }
    >
      <Form id="badge" label={badge ? badge.name : t('badge.new')} problem={problem} onSubmit={() => void save()}>
        <TextField label={t('badge.name')} maxLength={80} isRequired dir="auto" {...draft.field('name')} />
        <TextArea label={t('badge.description')} maxLength={300} rows={2} dir="auto" {...draft.field('description')} />
        <Select
          label={t('badge.icon')}
          value={draft.values.icon}
          onChange={(icon) => draft.set('icon', icon as Icon)}
          options={badgeIcons.map((icon) => ({
            id: icon,
            label: t(`badge.icons.${icon}`),
            icon: (
              <span className="me-2 inline-block align-middle">
                <BadgeIcon icon={icon} size={16} />
              </span>
            ),
          }))}
        />
        <RadioGroup
          label={t('badge.rule')}
          value={draft.values.rule}
          onChange={(rule) => draft.set('rule', rule as BadgeRule)}
          options={badgeRules.map((id) => ({ id, label: t(`badge.rules.${id}`) }))}
        />
        <RuleFields draft={draft} />
      </Form>
    </SidePanel>
  );
}

function RuleFields({ draft }: { draft: Draft<BadgeValues> }) {
  const { t } = useTranslation('gamification');
  const { account_id } = useAccount();
  const levels = useQuery(levelsQuery(useDb(), account_id)).data ?? [];
  const { rule, kind, times, level_id } = draft.values;
  if (rule === 'level')
    return (
      <Select
        label={t('badge.level')}
        description={levels.length === 0 ? t('badge.noLevels') : undefined}
        errorMessage={draft.errors.level_id}
        value={level_id}
        onChange={(id) => draft.set('level_id', id)}
        options={levels.map(({ id, name }) => ({ id, label: name }))}
      />
    );
  if (rule === 'hand') return null;
  return (
    <>
      {rule === 'count' ? (
        <Select
          label={t('badge.kind')}
          value={kind}
          onChange={(id) => draft.set('kind', id as PointKind)}
          options={pointKinds.map((id) => ({ id, label: t(`kind.${id}`) }))}
        />
      ) : null}
      <NumberField
        label={t(rule === 'count' ? 'badge.times' : 'badge.days')}
        className="max-w-40"
        minValue={1}
        maxValue={10_000}
        fallback={1}
        value={times ?? 1}
        onChange={(value) => draft.set('times', value)}
      />
    </>
  );
}

function useBadge(badge: Badge | null, onClose: () => void) {
  const { t } = useTranslation('gamification');
  const db = useDb();
  const { account_id } = useAccount();
  const { id, ...values } = badge ?? { id: null, ...newBadge };
  const draft = useDraft<BadgeValues>({
    // A rule that is chosen anew begins with something.
    saved: { ...values, kind: values.kind ?? 'lesson_completed', times: values.times ?? 1 },
    validate: ({ name, rule, level_id }) => ({
      name: name.trim() ? undefined : t('badge.errors.name'),
      level_id: rule === 'level' && !level_id ? t('badge.errors.level') : undefined,
    }),
  });
  const saving = useSave(() => saveBadge(db, account_id, id, asStored(draft.values)), {
    form: draft,
    fields: { [UNIQUE_VIOLATION]: ['name', t('badge.errors.nameTaken')] },
    invalidates: [gamificationKey(account_id)],
    done: t('badge.saved'),
    onSaved: onClose,
  });
  return { draft, ...saving };
}
