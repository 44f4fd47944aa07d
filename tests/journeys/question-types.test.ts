import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { test } from './browser.ts';
import { inDatabase } from './database.ts';
import { originOf, signIn } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';

const COURSE = 'colour-you-can-trust';
const QUIZ = 'Numbers, spaces and prints';
const MEMBER = 'member@demo.test';
const own = `account_id = (select account_id from public.members where email = '${MEMBER}' limit 1)
  and member_id in (select id from public.members where email = '${MEMBER}')
  and course_id in (select id from public.courses where slug = '${COURSE}')`;

/** The member is enrolled for this story, and was never there after it. */
test.beforeEach(() =>
  inDatabase([
    `select private.enrol(m.account_id, c.id, m.id, 'manual') from public.members m join public.courses c on c.account_id = m.account_id
      where m.email = $1 and c.slug = $2`,
    [MEMBER, COURSE],
  ]),
);
test.afterEach(() =>
  inDatabase(
    [`delete from public.attempts where ${own}`],
    [`delete from public.lesson_progress where ${own}`],
    [`delete from public.enrolments where ${own}`],
  ),
);

const next = (page: Page) => page.getByRole('button', { name: 'Next question' }).click();
const saved = (page: Page) => expect(page.getByText('Answer saved')).toBeVisible();

test('a student answers every type by keyboard; the instructor grades it, and the student reads why', async ({
  page,
  browser,
}, { project }) => {
  await signIn(page, originOf('demo'), MEMBER);
  await page.goto(`${originOf('demo')}/dashboard/courses/${COURSE}?lesson=numbers-spaces-and-prints`);
  await page.getByRole('button', { name: 'Start quiz' }).click();

  await expect(page.getByRole('heading', { name: 'Complete what was said' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type('5,000');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.type('120');
  await page.keyboard.press('Enter');
  // The focus goes back to the gap once its list has closed.
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(page.locator(':focus')).toContainText('120');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Monitor');
  await saved(page);
  await expectNoBarriers(page);
  await next(page);

  for (const [row, match] of [
    ['A photograph', 'Perceptual intent'],
    ['A logo', 'Perceptual intent'],
    ['A page that everyone opens', 'sRGB'],
    ['The file you work in', 'A large space'],
  ] as const) {
    await page.getByRole('button', { name: row }).press('Enter');
    await page.getByRole('option', { name: match }).press('Enter');
    await expect(page.getByRole('button', { name: row })).toContainText(match);
  }
  await saved(page);
  await expectNoBarriers(page);
  await next(page);

  const order = page.getByRole('grid', { name: 'Your order' }).getByRole('row');
  const wanted = ['Photograph a grey card', 'Take the white balance', 'Convert to the space', 'Read the print'];
  for (const [at, item] of wanted.entries()) {
    // Each is moved up until it stands at its place.
    for (let steps = 0; steps < wanted.length; steps++) {
      const texts = await order.allInnerTexts();
      const from = texts.findIndex((text) => text.includes(item));
      if (from === at) break;
      await order
        .nth(from)
        .getByRole('button', { name: /^Move up/ })
        .press('Enter');
      await expect(order.nth(from - 1)).toContainText(item);
    }
  }
  await saved(page);
  await expectNoBarriers(page);
  await next(page);

  // What can't be read is kept as it was typed, also while another question is shown.
  await page.getByRole('textbox', { name: 'Your answer' }).fill('200,5,1');
  await next(page);
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Your answer' })).toHaveValue('200,5,1');
  await expect(page.getByText('This number is ambiguous.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Your answer' }).fill('10,5');
  await expect(page.getByText('Read as 10.5')).toBeVisible();
  await page.getByRole('textbox', { name: 'Your answer' }).fill('2e2');
  await saved(page);
  await next(page);
  const essay = 'I would look at the lamp first, then measure the screen, and change one thing at a time.';
  await page.getByRole('textbox', { name: 'Your answer' }).fill(essay);
  await expect(page.getByText('18 words · at least 30 · at most 200')).toBeVisible();
  await saved(page);
  await expectNoBarriers(page);
  await expectNoSidewaysScroll(page);
  await next(page);

  // Without the last marker the focus is on the one before it, and without any on the button that adds one.
  await page.getByRole('button', { name: 'Add marker' }).press('Enter');
  await expect(page.getByRole('button', { name: /^Marker 1:/ })).toBeFocused();
  await page.getByRole('button', { name: 'Add marker' }).press('Enter');
  await expect(page.getByRole('button', { name: /^Marker 2:/ })).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('button', { name: /^Marker 1:/ })).toBeFocused();
  await page.getByRole('button', { name: 'Remove marker 1' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Add marker' })).toBeFocused();
  // A marker begins in the middle of the image, on the screen; the second goes up to the lamp.
  await page.getByRole('button', { name: 'Add marker' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Marker 1: 50% from the left, 50% from the top' })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('button', { name: 'Add marker' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Marker 2: 50% from the left, 50% from the top' })).toBeFocused();
  for (const [step, times] of [
    ['Shift+ArrowUp', 6],
    ['Shift+ArrowRight', 5],
    ['ArrowRight', 3],
  ] as const)
    for (let count = 0; count < times; count++) await page.keyboard.press(step);
  await expect(page.getByRole('listitem').filter({ hasText: 'Marker 2: 78% from the left, 20%' })).toBeVisible();
  await expect(page.getByText('Markers placed: 2 of 2')).toBeVisible();
  await saved(page);
  await expectNoBarriers(page);
  await next(page);

  for (const [place, label] of [
    ['Place 1: The hill at the left', 'Shadows'],
    ['Place 2: The high hill', 'Midtones'],
    ['Place 3: The hill at the right', 'Colour cast'],
  ] as const) {
    await page.getByRole('button', { name: place }).press('Enter');
    await page.getByRole('option', { name: label }).press('Enter');
  }
  await saved(page);
  await expectNoBarriers(page);
  await next(page);

  const [, wide = '', dense = ''] =
    /to be (\d+) cm wide, with (\d+) pixels/.exec(
      (await page.getByRole('heading', { name: 'A print is' }).textContent()) ?? '',
    ) ?? [];
  const product = String(Number(wide) * Number(dense));
  await page.getByRole('textbox', { name: 'Your answer' }).fill(product);
  await saved(page);
  await expectNoBarriers(page);
  await expectNoSidewaysScroll(page);

  // What was given is there after a reload, on the paper of the same attempt, with the same numbers.
  await page.reload();
  await page.getByRole('button', { name: 'Continue quiz' }).click();
  await page.getByRole('button', { name: 'Question 5, answered' }).click();
  await expect(page.getByRole('textbox', { name: 'Your answer' })).toHaveValue(essay);
  await page.getByRole('button', { name: 'Question 8, answered' }).click();
  await expect(
    page.getByRole('heading', { name: `A print is to be ${wide} cm wide, with ${dense} pixels` }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Submit quiz' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByRole('heading', { name: /^(Waiting to be graded|Passed)$/ })).toBeVisible();
  await expect(page.getByText('18 of 25 points: 72%')).toBeVisible();
  await expectNoBarriers(page);

  const teacher = await (await browser.newContext(project.use)).newPage();
  await signIn(teacher, originOf('demo'), 'instructor@demo.test');
  await teacher.goto(`${originOf('demo')}/dashboard/instructor/quizzes/grading`);
  const answer = teacher.getByRole('listitem').filter({ hasText: essay });
  await expect(async () => {
    if (!(await answer.isVisible())) await teacher.getByRole('button', { name: 'Next attempt' }).click();
    await expect(answer).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(answer).toContainText('Grading guide: The screen before the printer');
  await expectNoBarriers(teacher);
  await answer.getByRole('textbox', { name: 'Points for question 5' }).fill('3.5');
  await answer.getByRole('textbox', { name: 'Feedback on question 5' }).fill('The screen comes before the lamp.');
  await teacher.keyboard.press('Control+Enter');
  await expect(teacher.getByText('Grades saved.')).toBeVisible();
  await expect(answer).toHaveCount(0);

  await page.reload();
  await page.getByRole('button', { name: 'See result' }).first().click();
  await expect(page.getByRole('heading', { name: 'Passed', exact: true })).toBeVisible();
  await expect(page.getByText('21.5 of 25 points: 86%')).toBeVisible();
  await expect(page.getByText('The screen comes before the lamp.')).toBeVisible();
  await expect(page.getByText('Grading guide')).toHaveCount(0);
});

test('an instructor writes a question of each type; what is missing is said beside it', async ({ page }) => {
  await signIn(page, originOf('demo'), 'instructor@demo.test', '/dashboard/instructor/quizzes');
  await page.getByRole('link', { name: QUIZ }).first().click();
  const form = page.locator('.card').filter({ has: page.getByRole('heading', { name: /^Question \d/ }) });
  const begin = async (kind: string) => {
    await page.getByRole('button', { name: 'Add question' }).click();
    await page.getByRole('menuitem', { name: kind, exact: true }).click();
    await form.getByRole('textbox', { name: 'Question', exact: true }).fill(`About ${kind}`);
  };
  await begin('Fill in the gaps');
  await page.getByRole('button', { name: 'Save quiz' }).click();
  await expect(form.getByText('Write a text with 1 to 20 gaps')).toBeVisible();
  await form.getByRole('textbox', { name: 'Text with gaps' }).fill('Light is [[*fast|slow]] and [[bright|clear]].');
  await expect(form.getByRole('list', { name: 'Gaps' })).toContainText('bright or clear');
  await begin('Matching');
  for (const number of [1, 2, 3, 4]) {
    await form.getByRole('textbox', { name: `Row ${number}` }).fill(`Row ${number}`);
    await form.getByRole('textbox', { name: `Match ${number}` }).fill(number % 2 ? 'Odd' : 'Even');
  }
  await begin('Number');
  await form.getByRole('textbox', { name: 'Correct number' }).fill('-1.5');
  await form.getByRole('button', { name: 'Add unit' }).click();
  await form.getByRole('button', { name: 'Add unit' }).click();
  await form.getByRole('button', { name: 'Remove: Unit 2' }).press('Enter');
  await expect(form.getByRole('button', { name: 'Remove: Unit 1' })).toBeFocused();
  await form.getByRole('textbox', { name: 'Unit 1' }).fill('stops');
  await form.getByRole('textbox', { name: 'Tolerance' }).fill('-1');
  await form.getByRole('textbox', { name: 'Unit 1' }).focus();
  await expect(form.getByText('Enter at least 0.')).toBeVisible();
  await expect(form.getByRole('textbox', { name: 'Tolerance' })).toHaveValue('-1');
  await form.getByRole('textbox', { name: 'Tolerance' }).fill('0,5');
  await begin('Calculated number');
  await form.getByRole('textbox', { name: 'Formula' }).fill('2x');
  await expect(form.getByText('Write a variable in braces: {x}.')).toBeVisible();
  await form.getByRole('textbox', { name: 'Minimum 1' }).fill('one');
  await expect(form.getByRole('textbox', { name: 'Minimum 1' })).toHaveValue('one');
  await form.getByRole('textbox', { name: 'Minimum 1' }).fill('1');
  await form.getByRole('textbox', { name: 'Formula' }).fill('{x} / ({x} - 3) + {y}');
  await expect(form.getByText('There is no variable or function “{y}”.')).toBeVisible();
  await form.getByRole('button', { name: 'Add variable' }).click();
  await expect(form.getByText('The formula divides by zero: x = 3')).toBeVisible();
  await form.getByRole('textbox', { name: 'Formula' }).fill('{x} * {y}');
  await expect(form.getByRole('table', { name: 'Examples' }).getByRole('row').nth(2)).toContainText('100');
  await begin('Mark on an image');
  await page.getByRole('button', { name: 'Save quiz' }).click();
  await expect(form.getByText('Choose an image and write its alternative text.')).toBeVisible();
  const chooser = page.waitForEvent('filechooser');
  await form.getByRole('button', { name: 'Upload image' }).click();
  await (await chooser).setFiles('public/pictures/stairs.svg');
  await form.getByRole('textbox', { name: 'Alt text' }).fill('A desk');
  await form.getByRole('textbox', { name: 'Image in words' }).fill('A lamp at the left.');
  await form.getByRole('button', { name: 'Add circle' }).click();
  await form.getByRole('textbox', { name: 'Region 1' }).fill('The lamp');
  await form.getByRole('button', { name: 'Region 1, point 2' }).press('Shift+ArrowRight');
  await expect(form.getByRole('button', { name: 'Region 1, point 2: 65% from the left' })).toBeFocused();
  await expectNoBarriers(page);
  await begin('Ordering');
  for (const number of [1, 2, 3, 4])
    await form.getByRole('textbox', { name: `Answer ${number}` }).fill(`Step ${number}`);
  await begin('Essay');
  await form.getByRole('textbox', { name: 'Maximum words' }).fill('100');
  await expectNoBarriers(page);
  await page.getByRole('button', { name: 'Save quiz' }).click();
  await expect(page.getByText('Quiz saved.')).toBeVisible();

  // What was stored is what is shown: two matches with one text are one.
  await page.reload();
  await page.getByRole('row', { name: 'About Matching' }).click();
  await expect(form.getByRole('textbox', { name: 'Match 3' })).toHaveValue('Odd');
  await page.getByRole('row', { name: 'About Number' }).click();
  await expect(form.getByRole('textbox', { name: 'Correct number' })).toHaveValue('-1.5');
  await page.getByRole('row', { name: 'About Mark on an image' }).click();
  await expect(form.getByRole('button', { name: 'Region 1, point 2: 65% from the left' })).toBeVisible();
  for (const kind of [
    'Fill in the gaps',
    'Matching',
    'Number',
    'Calculated number',
    'Mark on an image',
    'Ordering',
    'Essay',
  ]) {
    const row = page.getByRole('row', { name: `About ${kind}` });
    await row.getByRole('button', { name: /^Actions for question/ }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(row).toHaveCount(0);
  }
  // The notes of what was deleted stand in front of it for a while.
  await page.getByRole('button', { name: 'Save quiz' }).press('Enter');
  await expect(page.getByText('Quiz saved.')).toBeVisible();
});

test('an instructor imports a file, sees what becomes of each question first, and exports what is there', async ({
  page,
}) => {
  await signIn(page, originOf('demo'), 'instructor@demo.test', '/dashboard/instructor/quizzes');
  await page.getByRole('link', { name: QUIZ }).first().click();
  await expect(page.getByRole('row', { name: /Complete what was said/ })).toBeVisible();
  const before = await page.getByRole('grid', { name: 'Questions in order' }).getByRole('row').count();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import questions' });
  const choose = async (name: string, text: string | Buffer) => {
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Choose' }).click();
    await (await chooser).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  };
  await choose('broken.xml', '<quiz><question>');
  await expect(dialog.getByText('The file is damaged, or in another format.')).toBeVisible();
  await choose('latin.gift', Buffer.from([0x63, 0x61, 0x66, 0xe9]));
  await expect(dialog.getByText('The file is not in UTF-8.')).toBeVisible();
  await choose('mine.gift', 'Imported sun? {T#yes}\n\nImported moon? {=near #yes ~far}\n\nA description.\n');
  await expect(dialog.getByText('Ready to import: 2')).toBeVisible();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Imported sun?' })).toContainText('feedback on single');
  await expect(dialog.getByRole('listitem').filter({ hasText: 'A description.' })).toContainText('Line 5');
  await expectNoBarriers(page);
  await dialog.getByRole('button', { name: 'Add to quiz' }).click();
  await expect(page.getByRole('row', { name: 'Imported sun?' })).toBeVisible();
  await expect(page.getByText('Added: 2. Save the quiz to keep them.')).toBeVisible();
  await page.getByRole('row', { name: 'Imported moon?' }).click();
  await expect(page.getByRole('textbox', { name: 'Feedback on answer A' })).toHaveValue('yes');
  await page.getByRole('textbox', { name: 'Feedback on answer B' }).fill('Look again.');
  await expectNoBarriers(page);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'GIFT' }).click();
  expect((await download).suggestedFilename()).toBe('questions.gift');
  expect(readFileSync(await (await download).path(), 'utf8')).toContain('[plain]Imported sun? {TRUE}');
  await expect(page.getByText(/Left out, because GIFT has no form for them/)).toContainText('Complete what was said');
  // Nothing was saved.
  await page.getByRole('button', { name: 'Discard' }).press('Enter');
  await expect(page.getByRole('grid', { name: 'Questions in order' }).getByRole('row')).toHaveCount(before);
});

test.describe('the new screens have no barriers', () => {
  for (const [locale, width] of [
    ['en', 390],
    ['ar', 390],
    ['ar', 1280],
  ] as const)
    test(`in ${locale} at ${width} pixels`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      await signIn(page, originOf('demo'), 'instructor@demo.test');
      await page.context().addCookies([{ name: 'lang', value: locale, url: originOf('demo') }]);
      await page.goto(`${originOf('demo')}/dashboard/instructor/quizzes/grading`);
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      await expect(page.locator('#content .list').first()).toBeVisible();
      await expectNoBarriers(page);
      await expectNoSidewaysScroll(page);
    });
});
