import { CirclePlay, FileText, ListChecks } from 'lucide-react';
import { useState } from 'react';
import { Chart } from '../charts/chart.tsx';
import { Badge } from '../display/badge.tsx';
import { Accordion } from '../layout/accordion.tsx';
import { Card } from '../layout/section.tsx';
import type { TreeItem } from '../sorting/reorder.ts';
import { SortableList } from '../sorting/sortable-list.tsx';
import { SortableTree } from '../sorting/sortable-tree.tsx';

type Lesson = { title: string; note: string; kind: 'section' | 'video' | 'text' | 'quiz' };
const item = (
  id: string,
  kind: Lesson['kind'],
  title: string,
  note: string,
  children: TreeItem<Lesson>[] = [],
): TreeItem<Lesson> => ({ id, value: { title, note, kind }, children });
const outline = [
  item('s1', 'section', 'What light does', '3 lessons', [
    item('l1', 'video', 'A window, a wall, an hour', '9:20'),
    item('l2', 'text', 'Five lights in your kitchen', '4 min'),
    item('l3', 'quiz', 'Quiz 1: sources', '8 questions'),
  ]),
  item('s2', 'section', 'Three dials', '2 lessons', [
    item('l4', 'video', 'Aperture is a pupil', '12:30'),
    item('l5', 'video', 'Time is a brush', '13:15'),
  ]),
];
const icons = { section: undefined, video: CirclePlay, text: FileText, quiz: ListChecks };
const revenue = Array.from({ length: 30 }, (_, day) => ({
  label: `${day + 1} Nov`,
  value: Math.round(18_000 + day * 860 + 900 * Math.sin(day * 1.7)),
  past: Math.round(13_000 + day * 640 + 700 * Math.sin(day)),
}));
const joined = [42, 51, 38, 64, 58, 71, 66, 80, 74, 91, 88, 104].map((value, week) => ({
  label: `Week ${36 + week}`,
  value,
}));

export function ListsPart() {
  return (
    <>
      <TreeCard />
      <QuestionsCard />
      <Card title="Revenue, rolling 30 days">
        <Chart
          label="Revenue, rolling 30 days"
          points={revenue}
          format={(value) => `€${value.toLocaleString('en')}`}
          formatAxis={(value) => (value === 0 ? '0' : `€${value / 1000}k`)}
        />
      </Card>
      <Card title="New members">
        <Chart label="New members by week" kind="bar" points={joined} />
      </Card>
    </>
  );
}

function TreeCard() {
  const [tree, setTree] = useState<readonly TreeItem<Lesson>[]>(outline);
  const [open, setOpen] = useState(new Set(['s1', 's2']));
  const [chosen, setChosen] = useState('l2');
  return (
    <Card title="Tree in an order" sentence="Sections and what is in them; things move across.">
      <SortableTree
        label="Curriculum"
        items={tree}
        itemName={({ value }) => value.title}
        onMove={setTree}
        maxDepth={2}
        canHold={(parent, child) =>
          child.value.kind === 'section' ? parent === undefined : parent?.value.kind === 'section'
        }
        expandedIds={open}
        onExpand={setOpen}
        selectedId={chosen}
        onOpen={setChosen}
      >
        {({ value, id }) => {
          const Icon = icons[value.kind];
          return (
            <>
              {Icon && <Icon aria-hidden="true" />}
              <span className={value.kind === 'section' ? 'cut flex-1 font-semibold' : 'cut flex-1'}>
                {value.title}
              </span>
              {id === 'l2' && <Badge tone="warning">Edited</Badge>}
              <span className="help num">{value.note}</span>
            </>
          );
        }}
      </SortableTree>
    </Card>
  );
}

function QuestionsCard() {
  const [questions, setQuestions] = useState([
    { id: 'q1', text: 'Which light has a hard edge?' },
    { id: 'q2', text: 'What doubles when the distance halves?' },
    { id: 'q3', text: 'Name the three dials.' },
  ]);
  return (
    <Card title="List in an order" sentence="Drag the grip, or take it with Enter and move it with the arrows.">
      <SortableList label="Questions" items={questions} itemName={({ text }) => text} onReorder={setQuestions}>
        {({ text }) => <span className="cut">{text}</span>}
      </SortableList>
      <Accordion
        items={[
          {
            id: 'camera',
            title: 'Is my camera good enough?',
            children: 'Yes. Half of the courses can be finished with a phone.',
          },
          { id: 'time', title: 'How much time should I keep free?', children: 'About two hours a week.' },
        ]}
      />
    </Card>
  );
}
