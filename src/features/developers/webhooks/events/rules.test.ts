import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineEvents, fact, isAnonymous } from '#base/shared/event-catalogue.ts';
import { eventCatalogue } from '#tests/events.ts';
import { exampleMessage } from './rules.ts';

const texts = JSON.parse(readFileSync(new URL('../texts/en.json', import.meta.url), 'utf8')) as {
  when: Record<string, Record<string, string>>;
};

describe('the catalogue of events', () => {
  test('names each type once', () => {
    const types = eventCatalogue.map(({ type }) => type);
    expect(new Set(types).size).toBe(types.length);
  });

  test.each(eventCatalogue)('$type holds ids and numbers, never names or addresses', ({ facts }) => {
    expect(isAnonymous(facts)).toBe(true);
  });

  test('a name, an address or a free text among the facts is found', () => {
    for (const shape of [{ name: z.string() }, { email: z.email() }, { person: z.object({ id: fact.id }) }])
      expect(isAnonymous(z.strictObject({ id: fact.id, ...shape }))).toBe(false);
    expect(defineEvents('a/b', { 'a.b': { subject: 'a', facts: z.strictObject({}), when: 'Now.' } })).toMatchObject([
      { type: 'a.b', version: 1, owner: 'a/b', isOffered: true },
    ]);
  });

  test.each(eventCatalogue.filter(({ isOffered }) => isOffered))(
    'an owner reads of $type what a developer does',
    (event) => {
      const [noun = '', verb = ''] = event.type.split('.');
      expect(texts.when[noun]?.[verb]).toBe(event.when);
    },
  );

  test('is written down for developers (else: npx vitest run src/features/developers/webhooks/events -u)', async () => {
    await expect(eventsPage()).toMatchFileSnapshot(
      fileURLToPath(new URL('../../../../../docs/events.md', import.meta.url)),
    );
  });
});

test('an event whose message reads nothing more is shown with its facts, and who and which course by name', () => {
  const facts = z.strictObject({
    member_id: fact.id,
    course_id: z.nullable(fact.id),
    badge_id: fact.id,
    points: fact.number,
    currency: fact.currency,
    reason: fact.oneOf('streak', 'quiz'),
    earned_at: fact.time,
  });
  const [event] = defineEvents('engagement/badges', { 'badge.earned': { subject: 'badge', facts, when: 'Now.' } });
  expect(event && exampleMessage(event)).toMatchObject({
    type: 'badge.earned',
    data: {
      badge_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      points: 1,
      currency: 'EUR',
      reason: 'streak',
      earned_at: expect.any(String),
      member: { name: expect.any(String) },
      course: { title: expect.any(String) },
    },
  });
  expect(Object.keys(event ? exampleMessage(event).data : {})).not.toContain('member_id');
});

function eventsPage(): string {
  const parts = eventCatalogue.map((event) => {
    const rows = Object.entries(event.facts.shape).map(([name, shape]) => `| \`${name}\` | ${kindOf(shape)} |`);
    const message = JSON.stringify(exampleMessage(event), null, 2);
    return [
      `## ${event.type}`,
      `${event.when} Recorded by \`${event.owner}\`, of the subject \`${event.subject}:{id}\`, version ${event.version}.`,
      ['| fact | kind |', '| --- | --- |', ...rows].join('\n'),
      event.isOffered ? `What a webhook receives:\n\n\`\`\`json\n${message}\n\`\`\`` : 'Not offered to webhooks.',
    ].join('\n\n');
  });
  return `# Events

Written by the test of \`src/features/developers/webhooks/events/rules.ts\` from the \`events.ts\` of the features; never edited.

A feature records an event in the transaction of the fact (\`private.emit\`), and each subscriber is handed it at least once, in order per subject
([decision 042](decisions/042-domain-events-are-a-queue-per-subscriber.md)). Facts hold ids and numbers; names are read when an event is handled.
A published type keeps its meaning: a changed shape of its facts is a new version.

${parts.join('\n\n')}
`;
}

function kindOf(shape: z.core.$ZodType): string {
  if (shape instanceof z.ZodNullable) return `${kindOf(shape.unwrap())}, or null`;
  if (shape instanceof z.ZodEnum) return shape.options.map((word) => `\`${word}\``).join(', ');
  if (shape === fact.id) return 'id';
  if (shape === fact.number) return 'number';
  return shape === fact.time ? 'time' : 'currency (ISO 4217)';
}
