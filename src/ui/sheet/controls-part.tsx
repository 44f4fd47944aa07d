import { ArrowUpRight, Bell, Ellipsis, Eye, Plus } from 'lucide-react';
import { useState } from 'react';
import { Button, LinkButton } from '../buttons/button.tsx';
import { IconButton } from '../buttons/icon-button.tsx';
import { TextLink } from '../buttons/link.tsx';
import { Meter, ProgressBar } from '../charts/progress.tsx';
import { ProgressRing } from '../charts/progress-ring.tsx';
import { Stat, Stats } from '../charts/stat.tsx';
import { Avatar, AvatarStack } from '../display/avatar.tsx';
import { Badge, Count, StatusDot } from '../display/badge.tsx';
import { Amount, Money } from '../display/money.tsx';
import { Duration, RelativeTime } from '../display/time.tsx';
import { Segmented } from '../fields/segmented.tsx';
import { Breadcrumbs } from '../layout/breadcrumbs.tsx';
import { Card } from '../layout/section.tsx';
import { Tabs } from '../layout/tabs.tsx';
import { Kbd } from '../palette/kbd.tsx';

const now = new Date();
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();

export function ControlsPart() {
  return (
    <>
      <ButtonsCard />
      <BadgesCard />
      <PeopleCard />
      <WordsCard />
      <TabsCard />
      <NumbersCard />
    </>
  );
}

function ButtonsCard() {
  const [period, setPeriod] = useState<'month' | 'year'>('month');
  return (
    <Card title="Buttons" sentence="One primary on a screen. 28, 32, 44 px; the label is a verb.">
      <div className="grid gap-3">
        <div className="row flex-wrap">
          <Button variant="primary">Publish course</Button>
          <Button icon={Eye}>Preview</Button>
          <Button variant="soft">Resume</Button>
          <Button variant="quiet">Discard</Button>
          <Button variant="danger-line">Delete course</Button>
        </div>
        <div className="row flex-wrap">
          <Button variant="primary" isBusy>
            Publishing
          </Button>
          <Button isDisabled>Publish course</Button>
          <Button variant="danger">Delete 3 members</Button>
          <Button variant="accent">Join</Button>
          <IconButton label="More" icon={Ellipsis} variant="line" />
          <IconButton label="Notifications" icon={Bell}>
            <Count value={3} label="unread" />
          </IconButton>
        </div>
        <div className="row flex-wrap">
          <Button size="sm">Small</Button>
          <Button>Default</Button>
          <Button size="lg">Large, public site</Button>
          <LinkButton href="/site" variant="quiet" iconEnd={ArrowUpRight}>
            View site
          </LinkButton>
          <Segmented
            label="Billing period"
            value={period}
            onChange={setPeriod}
            options={[
              { id: 'month', label: 'Monthly' },
              { id: 'year', label: 'Yearly' },
            ]}
          />
        </div>
      </div>
    </Card>
  );
}

function BadgesCard() {
  return (
    <Card title="Badges and progress" sentence="The word says the state too. A bar for amounts, a ring for courses.">
      <div className="grid gap-4">
        <div className="row flex-wrap">
          <Badge tone="success" hasDot>
            Published
          </Badge>
          <Badge>Draft</Badge>
          <Badge tone="info">Awaited</Badge>
          <Badge tone="warning">Unresolved</Badge>
          <Badge tone="error">Payment failed</Badge>
          <Badge isOutline>v1.4</Badge>
          <Count value={12} />
          <StatusDot>Active</StatusDot>
        </div>
        <div className="row gap-6">
          <div className="grid flex-1 gap-3">
            <ProgressBar label="Upload" percent={64} isLabelled isLarge />
            <ProgressBar label="Preparing" percent={undefined} isLabelled />
            <Meter label="Storage" value={742} limit={1024} amount="742 of 1,024 MB" />
            <Meter label="Members" value={96} limit={100} amount="96 of 100" />
          </div>
          <ProgressRing label="Course" percent={64} hasNumber />
          <ProgressRing label="Checklist" percent={100} />
        </div>
      </div>
    </Card>
  );
}

function PeopleCard() {
  return (
    <Card title="People" sentence="Member, name only, tooltip, avatar only.">
      <div className="row flex-wrap gap-4">
        <Avatar name="Kenji Watanabe" note="Instructor" isOnline size={32} />
        <Avatar name="Kenji Watanabe" variant="nameOnly" />
        <Avatar name="Oleg Petrenko" variant="tooltip" />
        <Avatar name="نور حداد" variant="avatarOnly" size={40} isOnline />
        <AvatarStack
          people={['Amara Okafor', 'Mei Lin', 'Ana Brandt', 'Diego Fuentes', 'Elif Kaya', 'Noor Haddad'].map(
            (name) => ({ name }),
          )}
        />
      </div>
    </Card>
  );
}

function WordsCard() {
  return (
    <Card title="Words and numbers">
      <div className="grid gap-3">
        <Breadcrumbs
          crumbs={[
            { label: 'Instructor', href: '/instructor' },
            { label: 'Courses', href: '/courses' },
            { label: 'Light and exposure' },
          ]}
        />
        <div className="row flex-wrap gap-4">
          <RelativeTime when={ago(2)} now={now} timeZone="UTC" />
          <RelativeTime when={ago(600_000)} now={now} timeZone="UTC" />
          <RelativeTime when={null} />
          <Duration seconds={1_209_600} />
          <Money minor={4_831_050} currency="EUR" />
          <Amount value={12_400} />
          <span className="row">
            Search <Kbd>⌘K</Kbd>
          </span>
          <TextLink href="/records">All records</TextLink>
        </div>
      </div>
    </Card>
  );
}

function TabsCard() {
  return (
    <Card title="Tabs" sentence="The count is part of the label; the line belongs to the page.">
      <Tabs
        label="Instructor"
        tabs={[
          {
            id: 'submissions',
            label: 'Submissions',
            count: 7,
            isWaiting: true,
            content: <p className="quiet">Seven submissions wait for a grade, the oldest for two days.</p>,
          },
          {
            id: 'questions',
            label: 'Questions',
            count: 3,
            content: <p className="quiet">Three questions are open.</p>,
          },
          { id: 'reports', label: 'Reports', content: <p className="quiet">Reports are made at night.</p> },
        ]}
      />
    </Card>
  );
}

function NumbersCard() {
  return (
    <Card
      title="Key numbers"
      actions={
        <Button size="sm" variant="quiet" icon={Plus}>
          Add
        </Button>
      }
    >
      <Stats>
        <Stat label="Revenue" value="€44.2k" change={0.224} note="vs. previous 30 days" />
        <Stat label="Members" value="6,418" change={0.071} note="vs. previous 30 days" />
        <Stat label="Refunds" value="12" change={0.04} isInverse note="vs. previous 30 days" />
      </Stats>
    </Card>
  );
}
