import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { utcTimeOf } from '#base/shared/wall-clock.ts';
import { pollProblem } from '#features/engagement/threads/polls/rules.ts';
import type { Topic } from '#features/engagement/threads/topics/data.ts';
import { useSiteZone } from '#features/platform/options/components/use-site-zone.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Select } from '#ui/fields/select.tsx';
import { emptyPoll, type PollDraft, PollFields } from './poll-fields.tsx';

const NO_TOPIC = 'none';

/** What a post of a group has beside its text: its topic, the one that is read unless another is chosen, and a poll. */
export function useFeedExtras(topics: Topic[], shown: string | null) {
  const { t } = useTranslation('groups');
  const { zone } = useSiteZone();
  const [chosen, setChosen] = useState<string | null>(null);
  const [poll, setPoll] = useState<PollDraft | null>(null);
  const topic = chosen ?? shown ?? NO_TOPIC;
  const options = [{ id: NO_TOPIC, label: t('topics.none') }, ...topics.map(({ id, name }) => ({ id, label: name }))];
  function pollOf(draft: PollDraft) {
    const problem = pollProblem(draft.options);
    if (problem) throw new Error(t(`poll.${problem}`));
    const { ends, options: labels, ...rest } = draft;
    const written = labels.map((label) => label.trim()).filter((label) => label !== '');
    return { ...rest, options: written, ends_at: utcTimeOf(zone, ends) };
  }
  return {
    fields: (
      <>
        <div className="row flex-wrap items-end">
          {topics.length > 0 ? (
            <Select label={t('topics.one')} value={topic} onChange={setChosen} options={options} />
          ) : null}
          {poll ? null : (
            <Button icon={ListChecks} onPress={() => setPoll(emptyPoll)}>
              {t('poll.add')}
            </Button>
          )}
        </div>
        {poll ? <PollFields poll={poll} onChange={setPoll} onRemove={() => setPoll(null)} /> : null}
      </>
    ),
    values: () => ({ topic: topic === NO_TOPIC ? null : topic, poll: poll && pollOf(poll) }),
    clear: () => {
      setPoll(null);
      setChosen(null);
    },
  };
}
