import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDb } from '#base/browser/db-client.ts';
import { useAccount, useSite } from '#base/browser/site.tsx';
import { dateFormat } from '#base/shared/formats.ts';
import { type Thread, threadKeys } from '#features/engagement/threads/data.ts';
import { type Poll, type PollOption, vote, votersQuery } from '#features/engagement/threads/polls/data.ts';
import { shareOf } from '#features/engagement/threads/polls/rules.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ProgressBar } from '#ui/charts/progress.tsx';
import { Avatar } from '#ui/display/avatar.tsx';
import { SkeletonList } from '#ui/display/skeleton.tsx';
import { TimeZoneContext } from '#ui/display/time-zone.ts';
import { CheckboxGroup, RadioGroup } from '#ui/fields/choice.tsx';
import { useSave } from '#ui/fields/use-save.ts';
import { EndPoll } from './end-poll.tsx';

type Props = { poll: Poll; thread: Thread; canVote: boolean; canEnd: boolean };

/** A poll: voting and voting otherwise until it ends, and the votes as far as the member may see them. */
export function PollView({ poll, thread, canVote, canEnd }: Props) {
  const { t } = useTranslation('groups');
  const { locale } = useSite();
  const [chosenView, setView] = useState<'ballot' | 'votes' | null>(null);
  const timeZone = useContext(TimeZoneContext);
  const end = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const showsVotes = poll.options.some(({ votes }) => votes !== null);
  const hasVoted = poll.options.some(({ is_own }) => is_own);
  const isOpen = canVote && !poll.is_over;
  const view = isOpen ? (chosenView ?? (hasVoted ? 'votes' : 'ballot')) : 'votes';
  const facts = [
    t('poll.voters', { count: poll.voter_count }),
    ...(poll.ends_at
      ? [t(poll.is_over ? 'poll.endedAt' : 'poll.endsAt', { when: end.format(new Date(poll.ends_at)) })]
      : []),
    ...(poll.is_anonymous ? [t('poll.isAnonymous')] : []),
    ...(showsVotes ? [] : [t('poll.votesLater')]),
  ];
  return (
    <section className="poll" aria-label={t('poll.title')}>
      {view === 'ballot' ? (
        <Ballot poll={poll} thread={thread} onVoted={() => setView(null)}>
          {showsVotes && poll.voter_count > 0 && !hasVoted ? (
            <Button size="sm" variant="quiet" onPress={() => setView('votes')}>
              {t('poll.who')}
            </Button>
          ) : null}
        </Ballot>
      ) : (
        <Votes poll={poll} thread={thread} />
      )}
      <div className="row flex-wrap">
        {isOpen && view === 'votes' ? (
          <Button size="sm" onPress={() => setView('ballot')}>
            {t(hasVoted ? 'poll.change' : 'poll.vote')}
          </Button>
        ) : null}
        {canEnd && !poll.is_over ? <EndPoll poll={poll} thread={thread} /> : null}
      </div>
      <p className="muted">{facts.join(' · ')}</p>
    </section>
  );
}

type BallotProps = { poll: Poll; thread: Thread; onVoted: () => void; children: ReactNode };

/** What the member chose, until it is sent. */
function Ballot({ poll, thread, onVoted, children }: BallotProps) {
  const { t } = useTranslation('groups');
  const db = useDb();
  const { account_id } = useAccount();
  const own = poll.options.filter(({ is_own }) => is_own).map(({ id }) => id);
  const [chosen, setChosen] = useState<string[] | null>(null);
  const selected = chosen ?? own;
  const isChanged = [...selected].sort().join() !== [...own].sort().join();
  const { save, isSaving } = useSave((options: string[]) => vote(db, poll.id, options), {
    invalidates: [threadKeys.all(account_id, thread.id)],
    done: (_, options) => t(options.length > 0 ? 'poll.voted' : 'poll.takenBack'),
    onSaved: () => {
      setChosen(null);
      onVoted();
    },
  });
  const options = poll.options.map(({ id, label, votes }) => ({
    id,
    label: <bdi>{label}</bdi>,
    description:
      votes === null ? undefined : t('poll.votes', { count: votes, percent: shareOf(votes, poll.voter_count) }),
  }));
  const choice = { label: t(poll.is_multiple ? 'poll.chooseSeveral' : 'poll.chooseOne'), options };
  return (
    <>
      {poll.is_multiple ? (
        <CheckboxGroup {...choice} value={selected} onChange={setChosen} isVertical />
      ) : (
        <RadioGroup {...choice} orientation="vertical" value={selected[0] ?? null} onChange={(id) => setChosen([id])} />
      )}
      <div className="row">
        <Button
          size="sm"
          isBusy={isSaving}
          isDisabled={!isChanged || (selected.length === 0 && own.length === 0)}
          onPress={() => void save(selected)}
        >
          {t(own.length > 0 ? 'poll.change' : 'poll.vote')}
        </Button>
        {own.length > 0 ? (
          <Button size="sm" variant="quiet" isBusy={isSaving} onPress={() => void save([])}>
            {t('poll.takeBack')}
          </Button>
        ) : null}
        {children}
      </div>
    </>
  );
}

/** How many voted for what; who did, where the poll names them. */
function Votes({ poll, thread }: { poll: Poll; thread: Thread }) {
  const { t } = useTranslation('groups');
  const [open, setOpen] = useState<string | null>(null);
  return (
    <ul className="grid gap-3">
      {poll.options.map((option) => (
        <li key={option.id} className="grid gap-1">
          {option.votes === null ? (
            <bdi>{option.label}</bdi>
          ) : (
            <OptionVotes option={option} voters={poll.voter_count} />
          )}
          {!poll.is_anonymous && (option.votes ?? 0) > 0 ? (
            <div>
              <Button
                size="sm"
                variant="quiet"
                aria-expanded={open === option.id}
                aria-label={t('actionOf', { action: t('poll.who'), name: option.label })}
                onPress={() => setOpen(open === option.id ? null : option.id)}
              >
                {t('poll.who')}
              </Button>
            </div>
          ) : null}
          {open === option.id ? <Voters optionId={option.id} threadId={thread.id} /> : null}
        </li>
      ))}
    </ul>
  );
}

function OptionVotes({ option, voters }: { option: PollOption; voters: number }) {
  const { t } = useTranslation('groups');
  const votes = option.votes ?? 0;
  const percent = shareOf(votes, voters);
  const label = option.is_own ? t('poll.own', { name: option.label }) : option.label;
  return <ProgressBar label={label} percent={percent} isLabelled amount={t('poll.votes', { count: votes, percent })} />;
}

function Voters({ optionId, threadId }: { optionId: string; threadId: string }) {
  const db = useDb();
  const { account_id } = useAccount();
  const { data: voters } = useQuery(votersQuery(db, account_id, threadId, optionId));
  if (!voters) return <SkeletonList rows={1} />;
  return (
    <ul className="grid gap-2">
      {voters.map(({ id, name, user_id, avatar }) => (
        <li key={id}>
          <Avatar name={name} hueKey={user_id} sources={avatar ? [avatar] : []} />
        </li>
      ))}
    </ul>
  );
}
