import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './browser.ts';
import { freshEmail, originOf, signIn } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';
import { buyCourse, COURSE, markPaid } from './shop.ts';

/** What somebody answers who learned the lessons: by question, the options, the truth or the words. */
const learned: Record<string, { choose: string[] } | { write: string }> = {
  'The meter suggests 1/250 s at f/4.': { choose: ['1/60 s'] },
  'A higher ISO makes the sensor itself more sensitive': { choose: ['False'] },
  'A meadow under snow fills the frame.': { choose: ['Grey, about two stops too dark'] },
  'Which changes make more of the scene look sharp': {
    choose: ['A smaller opening', 'More distance to the subject', 'A shorter focal length'],
  },
  'A lamp that is small lights a face from 1 m.': { write: 'two stops' },
  'What decides whether a light is hard or soft?': {
    choose: ['How large it looks from where the subject stands'],
  },
  'Which of these let in exactly as much light': {
    choose: ['f/5.6 at 1/250 s', 'f/11 at 1/60 s', 'f/4 at 1/500 s'],
  },
  'On a histogram, a hill that is cut off': { choose: ['True'] },
  'A child plays at a table by lamplight.': { choose: ['A shorter time and a higher ISO'] },
  'Light that squeezes through a very small opening': { write: 'Diffraction' },
};

test('a student learns the course to its end: leaves in the middle, resumes, fails the quiz, then passes', async ({
  page,
  browser,
}, { project }) => {
  test.setTimeout(240_000);
  const number = await buyCourse(page, { name: 'Tiago Reis', email: freshEmail('tiago') });
  const office = await browser.newContext(project.use);
  const owner = await office.newPage();
  await signIn(owner, originOf('demo'), 'owner@demo.test');
  await markPaid(owner, number);
  await office.close();

  await page.goto(`${originOf('demo')}/dashboard/courses/${COURSE.slug}`);
  await expect(page.getByRole('main').getByText('lesson 1 of').first()).toBeVisible();
  await expectNoSidewaysScroll(page);

  // Two lessons, then away in the middle of the course.
  const first = await lessonTitle(page);
  await completeLesson(page);
  await completeLesson(page);
  const left = await lessonTitle(page);
  expect(left).not.toBe(first);
  await page.goto(originOf('demo'));

  await page.goto(`${originOf('demo')}/dashboard/courses`);
  await expect(page.getByRole('progressbar', { name: `Progress in ${COURSE.title}` })).toBeVisible();
  await page.goto(`${originOf('demo')}/dashboard/courses/${COURSE.slug}`);
  await expect(page.getByRole('heading', { level: 1, name: left })).toBeVisible();

  // On to the quiz; whatever stands on the way is learned.
  const start = page.getByRole('button', { name: 'Start quiz' });
  const onward = page.getByRole('button', { name: /^Complete and|^Mark as complete/ });
  await expect(start.or(onward).first()).toBeVisible();
  while (!(await start.isVisible())) {
    await completeLesson(page);
    await expect(start.or(onward).first()).toBeVisible();
  }
  await expectNoSidewaysScroll(page);

  // The first time without having listened; one answer given, the tab closed and opened again: it is still there.
  await start.click();
  await expect(page.getByText('Question 1 of 10', { exact: false }).first()).toBeVisible();
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeFocused();
  await page.getByText('1/1000 s').click();
  await expect(page.getByText('Answer saved').first()).toBeVisible();
  await expectNoBarriers(page);
  await expectNoSidewaysScroll(page);
  await expectStatesInForcedColours(page);
  await page.reload();
  await page.getByRole('button', { name: 'Continue quiz' }).click();
  await page.getByRole('button', { name: 'Question 1, answered' }).first().click();
  await expect(page.getByRole('radio', { name: '1/1000 s' })).toBeChecked();
  await submitQuiz(page, 'Submit anyway');
  const verdict = page.getByRole('heading', { name: 'Not passed yet' });
  await expect(verdict).toBeFocused();
  await expect(verdict).toBeInViewport();
  await expectNoBarriers(page);
  await expectVerdictsInForcedColours(page);

  // Back to the cover and to the result again: whoever comes by keys stands where they came to.
  await page.getByRole('button', { name: 'Back to the overview' }).click();
  await expect(page.locator('main section:focus')).toHaveCount(1);
  await expectNoBarriers(page);
  await expectRoomForAttempts(page);
  await page.getByRole('button', { name: 'See result: Attempt 1' }).click();
  await expect(verdict).toBeFocused();

  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeFocused();
  for (let asked = 1; asked <= 10; asked += 1) {
    await expect(page.getByText(`Question ${asked} of 10`, { exact: false }).first()).toBeVisible();
    await answer(page);
    if (asked < 10) await page.getByRole('button', { name: 'Next question' }).click();
  }
  await expect(page.getByText('Answer saved').first()).toBeVisible();
  await submitQuiz(page, 'Submit');
  await expect(page.getByRole('heading', { name: 'Passed', exact: true })).toBeVisible();
  await expect(page.getByText('10 of 10 points', { exact: false })).toBeVisible();
  await expectNoBarriers(page);

  await expect(page.getByText(`You completed ${COURSE.title}.`, { exact: false })).toBeVisible();
  await page.goto(`${originOf('demo')}/dashboard/courses`);
  await expect(page.getByRole('progressbar', { name: `Progress in ${COURSE.title}` })).toHaveAttribute(
    'aria-valuenow',
    '100',
  );
  await page.context().clearCookies();
  await expectAttemptsOnPhone(page);
});

function lessonTitle(page: Page): Promise<string> {
  return page.getByRole('main').getByRole('heading', { level: 1 }).innerText();
}

async function completeLesson(page: Page): Promise<void> {
  const title = await lessonTitle(page);
  // At the end of the lesson, where one has read to.
  const onward = page.getByRole('button', { name: 'Complete and continue' });
  await expect(onward).toHaveCount(2);
  await onward.last().click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(title);
}

async function answer(page: Page): Promise<void> {
  const question = await page.getByRole('main').getByRole('heading', { level: 2 }).first().innerText();
  const known = Object.entries(learned).find(([beginning]) => question.startsWith(beginning))?.[1];
  if (!known) throw new Error(`The story knows no answer to "${question}".`);
  if ('write' in known) await page.getByRole('textbox', { name: 'Your answer' }).fill(known.write);
  else for (const choice of known.choose) await page.getByRole('group').getByText(choice, { exact: true }).click();
}

async function submitQuiz(page: Page, how: 'Submit' | 'Submit anyway'): Promise<void> {
  await page.getByRole('button', { name: 'Submit quiz' }).first().click();
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog')).first();
  await expectNoBarriers(page);
  await question.getByRole('button', { name: how, exact: true }).click();
}

const markOf = (page: Page, number: number) =>
  page.getByRole('button', { name: new RegExp(`^Question ${number},`) }).first();

/** How the edge of something is drawn, as far as an eye tells two apart. */
const edgeOf = (element: Locator) =>
  element.evaluate((one) => {
    const { borderTopWidth, borderTopStyle, borderTopColor } = getComputedStyle(one);
    return [borderTopWidth, borderTopStyle, borderTopColor].join(' ');
  });

/** Where the system's few colours replace ours, what is chosen, answered, flagged and open has an edge of its own. */
async function expectStatesInForcedColours(page: Page): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' });
  await markOf(page, 2).click();
  await page.getByRole('button', { name: 'Flag for review', exact: true }).click();
  await markOf(page, 3).click();
  await expect(markOf(page, 2)).toHaveAccessibleName(/flagged/);
  const marks = await Promise.all([1, 2, 4].map((number) => edgeOf(markOf(page, number))));
  expect(new Set(marks).size, marks.join(', ')).toBe(3);
  // Where one is is filled with the system's highlight.
  const fills = await Promise.all(
    [3, 4].map((number) => markOf(page, number).evaluate((one) => getComputedStyle(one).backgroundColor)),
  );
  expect(fills[0]).not.toBe(fills[1]);
  await markOf(page, 2).click();
  await page.getByRole('button', { name: 'Flagged for review', exact: true }).click();
  await markOf(page, 1).click();
  const choices = page.locator('.quiz-choice');
  expect(await edgeOf(choices.filter({ has: page.locator(':checked') }))).not.toBe(
    await edgeOf(choices.filter({ hasNot: page.locator(':checked') }).first()),
  );
  await page.emulateMedia({ forcedColors: 'none' });
}

/** Right, wrong and left out are told by words and by the shape of a sign that is seen on the ground. */
async function expectVerdictsInForcedColours(page: Page): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' });
  const verdicts = page
    .getByRole('main')
    .locator('li p.row')
    .filter({ has: page.locator('svg') });
  expect(new Set(await verdicts.allInnerTexts())).toEqual(new Set(['Incorrect', 'Not answered']));
  const signs = await verdicts.locator('svg').evaluateAll((all) =>
    all.map((one) => ({
      shape: one.innerHTML,
      isSeen: getComputedStyle(one).stroke !== getComputedStyle(document.body).backgroundColor,
    })),
  );
  expect(new Set(signs.map(({ shape }) => shape)).size).toBe(2);
  expect(signs.every(({ isSeen }) => isSeen)).toBe(true);
  await page.emulateMedia({ forcedColors: 'none' });
}

/** The attempts as who teaches sees them: on a phone nothing stands beside the window, and no cell is cut or broken word by word. */
async function expectAttemptsOnPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, originOf('demo'), 'instructor@demo.test', '/dashboard/instructor/quizzes');
  await page.getByRole('row').filter({ hasText: COURSE.title }).getByRole('link').first().click();
  await page.getByRole('tab', { name: 'Results' }).click();
  const row = page.getByRole('table').getByRole('row').filter({ hasText: 'Tiago Reis' }).first();
  await expect(row).toContainText('10 of 10 points');
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoSidewaysScroll(page);
    const cells = await row.getByRole('cell').evaluateAll((all) =>
      all.map((one) => {
        const { left, right } = one.getBoundingClientRect();
        const lines = one.clientHeight / Number.parseFloat(getComputedStyle(one).lineHeight);
        return left >= 0 && right <= innerWidth && one.scrollWidth <= one.clientWidth + 1 && lines < 4;
      }),
    );
    expect(cells.length).toBeGreaterThanOrEqual(5);
    expect(cells, `at ${width} px`).not.toContain(false);
  }
}

/** Each attempt has its name, its points and its mark on lines of their own, none of them broken, at the narrowest. */
async function expectRoomForAttempts(page: Page): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 700 });
  const broken = await page
    .getByRole('main')
    .locator('li')
    .filter({ has: page.getByRole('button', { name: /^See result/ }) })
    .locator('span:not(:has(*))')
    .evaluateAll((all) => all.filter((one) => one.getClientRects().length > 1 || one.clientHeight > 24).length);
  expect(broken).toBe(0);
  await expectNoSidewaysScroll(page);
  if (size) await page.setViewportSize(size);
}
