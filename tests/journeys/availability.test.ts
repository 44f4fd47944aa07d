import { expect, type Page } from '@playwright/test';
import { test } from './browser.ts';
import { inDatabase } from './database.ts';
import { originOf, signIn } from './people.ts';
import { expectNoBarriers, expectNoSidewaysScroll } from './scan.ts';

const COURSE = 'light-and-exposure';
const LESSON = { title: 'Equal exposures, unequal pictures', slug: 'equal-exposures-unequal-pictures' };
const shop = () => originOf('demo');
const lessonPage = () => `${shop()}/dashboard/courses/${COURSE}?lesson=${LESSON.slug}`;

async function openAvailability(author: Page): Promise<void> {
  await author.goto(`${shop()}/dashboard/course/${COURSE}`);
  await author.getByRole('treegrid').getByText(LESSON.title).click();
  await author.getByRole('button', { name: `Change the availability of ${LESSON.title}` }).click();
}

test('an author opens a lesson by conditions; a student sees why it is locked, and reads it once it is open', async ({
  page: student,
  browser,
}, { project }) => {
  const authorsBrowser = await browser.newContext({ ...project.use, baseURL: shop() });
  const author = await authorsBrowser.newPage();
  await signIn(author, shop(), 'instructor@demo.test');
  await openAvailability(author);
  const panel = author.getByRole('dialog', { name: `Availability of ${LESSON.title}` });
  await panel.getByRole('button', { name: 'Add a condition' }).click();
  await panel
    .getByRole('spinbutton', { name: 'Days' })
    .or(panel.getByRole('textbox', { name: 'Days' }))
    .fill('400');
  await panel.getByRole('button', { name: 'Add a condition' }).click();
  const second = panel.getByRole('group', { name: 'Condition 2' });
  await second.getByRole('button', { name: /Days after enrolment/ }).click();
  await author.getByRole('option', { name: 'Another lesson is finished' }).click();
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel.getByText('Choose something in every condition.')).toBeVisible();
  await expectNoBarriers(author);
  await second.getByRole('combobox', { name: 'Lesson' }).fill('Sensitivity');
  await author.getByRole('option', { name: 'Sensitivity is a volume knob' }).click();
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(author.getByText('The availability is saved.')).toBeVisible();
  const card = author.getByRole('region', { name: 'Availability' });
  await expect(card).toContainText('Open 400 days after the enrolment at 09:00');
  await expect(card).toContainText('Finish “Sensitivity is a volume knob”');
  await expectNoBarriers(author);

  await signIn(student, shop(), 'student@demo.test');
  await student.goto(lessonPage());
  await expect(student.getByRole('heading', { level: 1, name: LESSON.title })).toBeVisible();
  const locked = student.getByRole('region', { name: 'Locked' });
  await expect(locked).toContainText('This lesson is not open yet.');
  await expectNoBarriers(student);
  await expectNoSidewaysScroll(student);
  await locked.getByRole('link', { name: 'Finish “Sensitivity is a volume knob”' }).click();
  await student.getByRole('button', { name: 'Complete and continue' }).first().click();
  // What is left is a matter of time.
  await expect(student.getByRole('region', { name: 'Locked' })).toContainText(/Opens on .+ at/);
  await expect(student.getByRole('navigation', { name: 'Course content' })).toContainText('Opens on');

  await author.getByRole('button', { name: 'Preview by date' }).click();
  const preview = author.getByRole('dialog', { name: 'Preview by date' });
  await expect(preview.getByRole('listitem').filter({ hasText: LESSON.title })).toContainText('not open yet');
  await expectNoBarriers(author);
  await author.keyboard.press('Escape');

  await author.getByRole('button', { name: `Change the availability of ${LESSON.title}` }).click();
  await panel.getByRole('button', { name: 'Remove condition 2' }).click();
  await panel.getByRole('button', { name: 'Remove condition 1' }).click();
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(card).toContainText('Open to everybody who is enrolled.');
  await student.reload();
  await expect(student.getByRole('region', { name: 'Locked' })).toHaveCount(0);
  await expect(student.getByRole('heading', { level: 1, name: LESSON.title })).toBeVisible();

  // It is left to the other stories as it was.
  await inDatabase([
    `update public.lesson_progress p set completed_at = null, finished_at = null from public.lessons l
      where l.id = p.lesson_id and l.slug = 'sensitivity-is-a-volume-knob'`,
  ]);
  await authorsBrowser.close();
});

test('the page of a course names what is to be finished first', async ({ page }) => {
  await page.goto(`${shop()}/course/astrophotography-from-a-city-balcony`);
  const first = page.getByRole('heading', { name: 'Finish first' });
  await expect(first).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Light and exposure' }).first()).toBeVisible();
  await expectNoBarriers(page);
});
