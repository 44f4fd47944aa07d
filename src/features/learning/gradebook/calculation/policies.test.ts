import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWorld, type World } from '#tests/db/world.ts';

let world: World;
let course: string;
beforeAll(async () => {
  world = await openWorld();
  const [row] = await world.sql.query<{ id: string }>('select id from public.courses where account_id = $1 limit 1', [
    world.demo,
  ]);
  course = row?.id ?? '';
  await world.sql.query('delete from public.grade_schemes where course_id = $1', [course]);
  await world.sql.query('delete from public.grade_groups where course_id = $1', [course]);
});
afterAll(() => world.close());

type Group = { weight?: number; drop?: number; min?: number };
/** [group, points or null, out of, does it count] */
type Cell = [group: number | null, points: number | null, outOf: number, counts?: boolean];
type Total = {
  percent: number | null;
  final: number | null;
  is_passing: boolean | null;
  letter: string | null;
  dropped: string[];
};

const uuid = (kind: number, n: number) => `00000000-0000-4000-8000-${String(kind * 1000 + n).padStart(12, '0')}`;
const LETTERS = [
  { letter: 'A', from: 90 },
  { letter: 'B', from: 80 },
  { letter: 'F', from: 0 },
];

async function totalOf(
  { weighting = 'points', pass = null }: { weighting?: string; pass?: number | null },
  groups: Group[],
  cells: Cell[],
): Promise<Total | undefined> {
  await world.sql.query('delete from public.grade_groups where course_id = $1', [course]);
  for (const [n, { weight = 0, drop = 0, min = null }] of groups.map(
    (g, i) => [i, { ...g, min: g.min ?? null }] as const,
  ))
    await world.sql.query(
      `insert into public.grade_groups (account_id, id, course_id, title, position, weight, drop_lowest, min_percent) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [world.demo, uuid(1, n), course, `Group ${n}`, n, weight, drop, min],
    );
  const rows = await world.sql.query<Total>(
    `with scheme as (
       select jsonb_populate_record(private.grade_scheme($1, $2), jsonb_build_object('weighting', $3::text, 'pass_percent', $4::int, 'letters', $5::jsonb)) as s)
     select t.percent::float as percent, t.final::float as final, t.is_passing, private.letter_of((s).letters, t.percent) as letter, t.dropped
       from scheme, private.grade_totals(s, array(
         select row ($6, (c ->> 'item')::uuid, (c ->> 'group')::uuid, (c ->> 'points')::numeric, (c ->> 'out_of')::numeric, (c ->> 'counts')::boolean)::private.grade_cell
           from jsonb_array_elements($7::jsonb) c)) t`,
    [
      world.demo,
      course,
      weighting,
      pass,
      JSON.stringify(LETTERS),
      uuid(3, 0),
      JSON.stringify(
        cells.map(([group, points, out_of, counts = true], n) => ({
          item: uuid(2, n),
          group: group === null ? null : uuid(1, group),
          points,
          out_of,
          counts,
        })),
      ),
    ],
  );
  return rows[0];
}

const byGroups = { weighting: 'groups' };
const half = [{ weight: 50 }, { weight: 50 }];

describe('a course grade', () => {
  test.each<[string, { weighting?: string; pass?: number | null }, Group[], Cell[], Partial<Total> | undefined]>([
    ['nothing at all', {}, [], [], undefined],
    ['one grade', {}, [], [[null, 8, 10]], { percent: 80, final: 80, letter: 'B' }],
    ['full points', {}, [], [[null, 10, 10]], { percent: 100, letter: 'A' }],
    ['no points', {}, [], [[null, 0, 10]], { percent: 0, letter: 'F' }],
    ['more than full points', {}, [], [[null, 12, 10]], { percent: 120, letter: 'A' }],
    [
      'points count by their number',
      {},
      [],
      [
        [null, 10, 10],
        [null, 0, 90],
      ],
      { percent: 10 },
    ],
    ['decimals', {}, [], [[null, 2.5, 3]], { percent: 83.33 }],
    [
      'a third',
      {},
      [],
      [
        [null, 1, 3],
        [null, 1, 3],
        [null, 1, 3],
      ],
      { percent: 33.33 },
    ],
    ['nothing graded yet', {}, [], [[null, null, 10]], { percent: null, final: 0, letter: null }],
    [
      'some not graded yet',
      {},
      [],
      [
        [null, 9, 10],
        [null, null, 10],
      ],
      { percent: 90, final: 45 },
    ],
    [
      'what does not count',
      {},
      [],
      [
        [null, 9, 10],
        [null, 0, 10, false],
      ],
      { percent: 90, final: 90 },
    ],
    ['nothing that counts', {}, [], [[null, 9, 10, false]], undefined],
    [
      'groups do not weigh by points',
      {},
      half,
      [
        [0, 10, 10],
        [1, 0, 30],
      ],
      { percent: 25 },
    ],
    [
      'two groups',
      byGroups,
      half,
      [
        [0, 10, 10],
        [1, 0, 30],
      ],
      { percent: 50 },
    ],
    [
      'unequal weights',
      byGroups,
      [{ weight: 70 }, { weight: 30 }],
      [
        [0, 5, 10],
        [1, 10, 10],
      ],
      { percent: 65 },
    ],
    [
      'weights that make less than 100',
      byGroups,
      [{ weight: 10 }, { weight: 30 }],
      [
        [0, 10, 10],
        [1, 0, 10],
      ],
      { percent: 25 },
    ],
    [
      'weights that make more than 100',
      byGroups,
      [{ weight: 100 }, { weight: 100 }],
      [
        [0, 10, 10],
        [1, 0, 10],
      ],
      { percent: 50 },
    ],
    [
      'a group without a grade is shared by others',
      byGroups,
      half,
      [
        [0, 8, 10],
        [1, null, 10],
      ],
      { percent: 80, final: 40 },
    ],
    ['an empty group is shared by others', byGroups, half, [[0, 8, 10]], { percent: 80, final: 80 }],
    [
      'an item in no group counts for nothing',
      byGroups,
      half,
      [
        [0, 8, 10],
        [null, 0, 10],
      ],
      { percent: 80, final: 80 },
    ],
    ['only items in no group', byGroups, half, [[null, 8, 10]], { percent: null, final: null }],
    [
      'a weight of nothing',
      byGroups,
      [{ weight: 100 }, { weight: 0 }],
      [
        [0, 8, 10],
        [1, 0, 10],
      ],
      { percent: 80 },
    ],
    ['weights of nothing alone', byGroups, [{ weight: 0 }], [[0, 8, 10]], { percent: null }],
    [
      'the lowest is dropped',
      {},
      [{ drop: 1 }],
      [
        [0, 2, 10],
        [0, 9, 10],
      ],
      { percent: 90, dropped: [uuid(2, 0)] },
    ],
    [
      'two of three are dropped',
      {},
      [{ drop: 2 }],
      [
        [0, 2, 10],
        [0, 9, 10],
        [0, 5, 10],
      ],
      { percent: 90 },
    ],
    [
      'the last is never dropped',
      {},
      [{ drop: 5 }],
      [
        [0, 2, 10],
        [0, 9, 10],
      ],
      { percent: 90 },
    ],
    ['one alone is never dropped', {}, [{ drop: 1 }], [[0, 2, 10]], { percent: 20, dropped: [] }],
    [
      'what is not graded yet is dropped only at the end',
      {},
      [{ drop: 1 }],
      [
        [0, 5, 10],
        [0, null, 10],
      ],
      { percent: 50, final: 50 },
    ],
    [
      'dropping a great item helps more than a low one',
      {},
      [{ drop: 1 }],
      [
        [0, 40, 100],
        [0, 3, 10],
        [0, 9, 10],
      ],
      { percent: 60, dropped: [uuid(2, 0)] },
    ],
    [
      'dropping within its group alone',
      {},
      [{ drop: 1 }, {}],
      [
        [0, 0, 10],
        [0, 10, 10],
        [1, 0, 10],
      ],
      { percent: 50 },
    ],
    [
      'dropping in weighted groups',
      byGroups,
      [{ weight: 50, drop: 1 }, { weight: 50 }],
      [
        [0, 0, 10],
        [0, 10, 10],
        [1, 5, 10],
      ],
      { percent: 75 },
    ],
    [
      'what does not count is not dropped',
      {},
      [{ drop: 1 }],
      [
        [0, 0, 10, false],
        [0, 5, 10],
        [0, 9, 10],
      ],
      { percent: 90 },
    ],
    ['the pass mark reached exactly', { pass: 60 }, [], [[null, 6, 10]], { is_passing: true }],
    ['the pass mark just not reached', { pass: 60 }, [], [[null, 59.99, 100]], { is_passing: false }],
    ['no pass mark', {}, [], [[null, 0, 10]], { is_passing: null }],
    ['a pass mark before anything is graded', { pass: 60 }, [], [[null, null, 10]], { is_passing: null }],
    [
      'a minimum that is not reached fails, though the average passes',
      { weighting: 'groups', pass: 60 },
      [{ weight: 50, min: 50 }, { weight: 50 }],
      [
        [0, 4, 10],
        [1, 10, 10],
      ],
      { percent: 70, is_passing: false },
    ],
    [
      'a minimum that is reached',
      { weighting: 'groups', pass: 60 },
      [{ weight: 50, min: 40 }, { weight: 50 }],
      [
        [0, 4, 10],
        [1, 10, 10],
      ],
      { percent: 70, is_passing: true },
    ],
    ['a minimum without a pass mark', {}, [{ min: 50 }], [[0, 4, 10]], { is_passing: false }],
    [
      'a minimum of what is not graded yet',
      { pass: 60 },
      [{ min: 50 }, {}],
      [
        [0, null, 10],
        [1, 8, 10],
      ],
      { is_passing: true },
    ],
    [
      'a minimum after the lowest is dropped',
      {},
      [{ min: 50, drop: 1 }],
      [
        [0, 0, 10],
        [0, 6, 10],
      ],
      { is_passing: true },
    ],
    ['the letter begins at its percent', {}, [], [[null, 90, 100]], { letter: 'A' }],
    ['and not before', {}, [], [[null, 89.99, 100]], { letter: 'B' }],
  ])('%s', async (_case, scheme, groups, cells, expected) => {
    const total = await totalOf(scheme, groups, cells);
    if (expected === undefined) expect(total).toBeUndefined();
    else expect(total).toMatchObject(expected);
  });
});

/** All ways to leave out so many of a list. */
function rests<T>(list: readonly T[], drops: number): T[][] {
  if (drops === 0) return [[...list]];
  return list.flatMap((_one, at) =>
    rests(list.slice(at + 1), drops - 1).map((rest) => [...list.slice(0, at), ...rest]),
  );
}

test('whatever is dropped, no other choice would leave more', async () => {
  // A fixed sequence of made-up grades: Lehmer's generator.
  let state = 20261126;
  const next = (limit: number) => {
    state = (state * 48271) % 2147483647;
    return state % limit;
  };
  for (let run = 0; run < 60; run++) {
    const cells = Array.from({ length: 2 + next(6) }, () => {
      const outOf = 1 + next(100);
      return [0, next(outOf + 1), outOf] as Cell;
    });
    const drops = Math.min(1 + next(3), cells.length - 1);
    const shares = rests(cells, drops).map(
      (rest) =>
        rest.reduce((sum, [, points]) => sum + (points ?? 0), 0) / rest.reduce((sum, [, , outOf]) => sum + outOf, 0),
    );
    const total = await totalOf({}, [{ drop: drops }], cells);
    expect(total?.percent, JSON.stringify(cells)).toBeCloseTo(100 * Math.max(...shares), 1);
    expect(total?.dropped).toHaveLength(drops);
  }
});
