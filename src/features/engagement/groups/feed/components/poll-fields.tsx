import { Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import {
  MAX_OPTION,
  MAX_OPTIONS,
  MIN_OPTIONS,
  type PollResults,
  pollResults,
} from '#features/engagement/threads/polls/rules.ts';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Checkbox } from '#ui/fields/choice.tsx';
import { DatePicker } from '#ui/fields/date-field.tsx';
import { Select } from '#ui/fields/select.tsx';
import { TextField } from '#ui/fields/text-field.tsx';

/** A poll that is being written; `ends` is a local time of the site. */
export type PollDraft = {
  options: string[];
  is_multiple: boolean;
  is_anonymous: boolean;
  results: PollResults;
  ends: string | null;
};

export const emptyPoll: PollDraft = {
  options: ['', ''],
  is_multiple: false,
  is_anonymous: false,
  results: 'always',
  ends: null,
};

type Props = { poll: PollDraft; onChange: (poll: PollDraft) => void; onRemove: () => void };

/** The fields of a poll; the text of the post is its question. */
export function PollFields({ poll, onChange, onRemove }: Props) {
  const { t } = useTranslation('groups');
  const set = (change: Partial<PollDraft>) => onChange({ ...poll, ...change });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a box of its own
    <div role="group" className="poll" aria-label={t('poll.title')}>
      <p className="help">{t('poll.help')}</p>
      {poll.options.map((option, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an option is its place, and its text lives in the draft
        <div key={index} className="row items-end">
          <TextField
            className="flex-1 min-w-0"
            label={t('poll.option', { number: index + 1 })}
            value={option}
            maxLength={MAX_OPTION}
            dir="auto"
            onChange={(value) => set({ options: poll.options.with(index, value) })}
          />
          {poll.options.length > MIN_OPTIONS ? (
            <IconButton
              icon={X}
              label={t('poll.removeOption', { number: index + 1 })}
              onPress={() => set({ options: poll.options.toSpliced(index, 1) })}
            />
          ) : null}
        </div>
      ))}
      {poll.options.length < MAX_OPTIONS ? (
        <div>
          <Button size="sm" icon={Plus} onPress={() => set({ options: [...poll.options, ''] })}>
            {t('poll.addOption')}
          </Button>
        </div>
      ) : null}
      <Checkbox isSelected={poll.is_multiple} onChange={(is_multiple) => set({ is_multiple })}>
        {t('poll.multiple')}
      </Checkbox>
      <Checkbox isSelected={poll.is_anonymous} onChange={(is_anonymous) => set({ is_anonymous })}>
        {t('poll.anonymous')}
      </Checkbox>
      <Select
        label={t('poll.results')}
        value={poll.results}
        onChange={(value) => set({ results: pollResults.find((one) => one === value) ?? 'always' })}
        options={pollResults.map((id) => ({ id, label: t(`poll.resultsFor.${id}`) }))}
      />
      <DatePicker label={t('poll.ends')} isOptional hasTime value={poll.ends} onChange={(ends) => set({ ends })} />
      <div>
        <Button size="sm" onPress={onRemove}>
          {t('poll.remove')}
        </Button>
      </div>
    </div>
  );
}
