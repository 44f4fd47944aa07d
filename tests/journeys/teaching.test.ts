import { expect, type Page } from '@playwright/test';
import { test } from './browser.ts';
import { originOf, signIn } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';
import { countRenders, readPage } from './visitor.ts';

test('an instructor writes a course, looks at it as a student, publishes it, and only what shows it is made anew', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const title = `Cyanotypes ${crypto.randomUUID().slice(0, 8)}`;
  await signIn(page, originOf('demo'), 'instructor@demo.test');
  await page.goto(`${originOf('demo')}/dashboard/instructor`);
  await expect(page.getByRole('heading', { level: 1, name: 'Instructor' })).toBeVisible();
  await expectNoSidewaysScroll(page);

  await page.goto(`${originOf('demo')}/dashboard/instructor/new`);
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByRole('button', { name: 'Create course' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();

  await page.getByRole('button', { name: 'Add section' }).first().click();
  await expect(page.getByRole('textbox', { name: 'Section title' })).toHaveValue('Section 1');
  await addLesson(
    page,
    'Section 1',
    'Paper, salt and sun',
    'Two solutions, brushed on in dim light, wait in the dark.',
  );
  await addLesson(page, 'Section 1', 'The first print', 'Lay a leaf on the dry paper and carry it into the sun.');
  await page.getByRole('button', { name: 'Add section' }).first().click();
  await expect(page.getByRole('textbox', { name: 'Section title' })).toHaveValue('Section 2');
  await addLesson(page, 'Section 2', 'Washing', 'Cold water takes away what the light has not changed.');
  await addLesson(page, 'Section 2', 'Toning', 'Tea turns the blue towards black.');
  await addQuiz(page, 'Section 2', 'Do you remember?', 'Unexposed salt is washed out with water.');
  await moveUpByKeyboard(page, 'Toning', 'Washing');
  await expectNoBarriers(page);
  await expectNoSidewaysScroll(page);

  await page.getByRole('tab', { name: 'Details' }).click();
  await page
    .getByRole('textbox', { name: 'Summary' })
    .fill('The blue of the first photographs, made with the sun alone.');
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'Preview as student' }).click();
  await expect(page.getByText('You’re previewing this course as a student.', { exact: false })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Paper, salt and sun' })).toBeVisible();
  await expect(page.getByText('Two solutions, brushed on', { exact: false })).toBeVisible();
  await page.getByRole('link', { name: 'Edit course' }).click();

  // What visitors have in front of them before: the course is not among it, and all of it is ready.
  expect(await readPage('demo.localhost', '/course')).not.toContain(title);
  const unrelated = [
    ['demo.localhost', '/about'],
    ['demo.localhost', '/faq'],
    ['demo.localhost', '/terms'],
    ['demo.localhost', '/login'],
    // These show other courses, and how they go well together.
    ['demo.localhost', '/course/light-and-exposure'],
    ['demo.localhost', '/course/seeing-cells'],
    ['atelier.localhost', '/'],
    ['atelier.localhost', '/course'],
  ] as const;
  for (const [host, path] of unrelated) await readPage(host, path);

  await page.getByRole('button', { name: 'Publish course' }).click();
  const question = page.getByRole('dialog', { name: 'Publish anyway?' });
  await expect(question).toBeVisible();
  await expectNoBarriers(page);
  await question.getByRole('button', { name: 'Publish course' }).click();
  await expect(page.getByText(`${title} is published.`)).toBeVisible();

  expect(await readPage('demo.localhost', '/course')).toContain(title);
  for (const [host, path] of unrelated) {
    const rendered = await countRenders();
    await readPage(host, path);
    expect(await countRenders(), `${host}${path} does not show the course and is not made anew`).toBe(rendered);
  }

  await page.goto(`${originOf('demo')}/course`);
  await page.getByRole('main').getByRole('link', { name: title }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Do you remember?');
});

async function addLesson(page: Page, section: string, title: string, text: string): Promise<void> {
  await page.getByRole('button', { name: `Add lesson to ${section}` }).click();
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('New lesson');
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill(title);
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill(text);
  await saveLesson(page);
}

async function addQuiz(page: Page, section: string, title: string, question: string): Promise<void> {
  await page.getByRole('button', { name: `Add lesson to ${section}` }).click();
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('New lesson');
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill(title);
  await page.getByRole('button', { name: /Type$/ }).click();
  await page.getByRole('option', { name: 'Quiz' }).click();
  await saveLesson(page);
  await page.getByRole('button', { name: 'Add question' }).first().click();
  await page.getByRole('menuitem', { name: 'True or false' }).click();
  await page.getByRole('textbox', { name: 'Question', exact: true }).fill(question);
  await page.getByRole('radiogroup', { name: 'Correct answer' }).getByText('True', { exact: true }).click();
  await expect(page.getByRole('radio', { name: 'True' })).toBeChecked();
  await page.getByText('Image', { exact: true }).first().click();
  await page.getByRole('button', { name: 'Choose from library' }).click();
  const library = page.getByRole('dialog', { name: 'Choose an image' });
  await library.getByRole('row').first().click();
  await library.getByRole('button', { name: 'Use image' }).click();
  await page.getByRole('textbox', { name: 'Alt text' }).fill('A tray of water');
  await saveLesson(page);
  // The lesson is saved with its quiz, and what was saved can be changed and saved again at once.
  await page.getByRole('textbox', { name: 'Question', exact: true }).fill(` ${question} `);
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill(`${title} `);
  await saveLesson(page);
  await page.getByRole('textbox', { name: 'Question', exact: true }).fill(`${question} True or false?`);
  await saveLesson(page);
}

async function saveLesson(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save lesson' }).click();
  await expect(page.getByRole('button', { name: 'Save lesson' })).toHaveCount(0);
}

/** Puts a lesson before the one above it, with the keyboard alone, and finds it there when the page is read anew. */
async function moveUpByKeyboard(page: Page, lesson: string, above: string): Promise<void> {
  const order = async () => {
    const rows = await page
      .getByRole('treegrid')
      .getByRole('row')
      .evaluateAll((all) => all.map((row) => row.ariaLabel));
    return [lesson, above].map((name) => rows.findIndex((label) => label?.includes(name)));
  };
  const isFirst = async () => {
    const [one = -1, other = -1] = await order();
    return one >= 0 && one < other;
  };
  expect(await isFirst()).toBe(false);
  await page.getByRole('row', { name: lesson }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: `Move ${lesson}` })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: /^Insert/ }).first()).toBeAttached();
  // The places a lesson may be put down come one after another, and above the first the last again; each is named by what stands around it.
  const placeOf = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  for (let step = 0; step < 24; step++) {
    const place = await placeOf();
    if (place.startsWith('Insert') && (place.endsWith(`before ${above}`) || place.endsWith(`and ${above}`))) break;
    await page.keyboard.press('ArrowUp');
    await expect.poll(placeOf).not.toBe(place);
  }
  await page.keyboard.press('Enter');
  await expect.poll(isFirst).toBe(true);
  await page.reload();
  await expect.poll(isFirst).toBe(true);
}
