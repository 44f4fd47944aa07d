import { useTranslation } from 'react-i18next';
import { RadioGroup } from '#ui/fields/choice.tsx';
import { TextArea, TextField } from '#ui/fields/text-field.tsx';
import type { Draft } from '#ui/fields/use-draft.ts';
import type { GroupForm } from '../data.ts';
import { entries, MAX_DESCRIPTION, MAX_RULES, MAX_TITLE, MAX_WELCOME } from '../rules.ts';

export const emptyGroup: GroupForm = { title: '', description: '', entry: 'public', rules: '', welcome: '' };

/** The fields of a group: what it is, and how people come in. */
export function GroupFields({ draft }: { draft: Draft<GroupForm> }) {
  const { t } = useTranslation('groups');
  return (
    <>
      <TextField label={t('form.title')} maxLength={MAX_TITLE} isRequired dir="auto" {...draft.field('title')} />
      <TextArea
        label={t('form.description')}
        isOptional
        maxLength={MAX_DESCRIPTION}
        rows={3}
        dir="auto"
        {...draft.field('description')}
      />
      <RadioGroup
        label={t('form.entry')}
        value={draft.values.entry}
        onChange={(value) => draft.set('entry', entries.find((entry) => entry === value) ?? 'invitation')}
        options={entries.map((id) => ({ id, label: t(`entry.${id}`), description: t(`entryText.${id}`) }))}
      />
      <TextArea
        label={t('form.rules')}
        isOptional
        maxLength={MAX_RULES}
        rows={3}
        dir="auto"
        {...draft.field('rules')}
      />
      <TextArea
        label={t('form.welcome')}
        description={t('form.welcomeHelp')}
        isOptional
        maxLength={MAX_WELCOME}
        rows={2}
        dir="auto"
        {...draft.field('welcome')}
      />
    </>
  );
}
