import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

/** The name of a value in a message. */
function kindOf(value: unknown): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return nameOf[typeof value] ?? typeof value;
}

const nameOf: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'nothing',
};

function bound(issue: Issue & { code: 'too_big' | 'too_small' }): string {
  const isMax = issue.code === 'too_big';
  const count = String(isMax ? issue.maximum : issue.minimum);
  const size = isMax ? `at most ${count}` : `at least ${count}`;
  // Exclusive bounds have no message of their own.
  if (issue.inclusive === false) return 'This value is not valid.';
  if (issue.origin === 'string') return `This is too ${isMax ? 'long' : 'short'}: ${size} characters.`;
  if (['array', 'set', 'map', 'file'].includes(issue.origin))
    return `There are too ${isMax ? 'many' : 'few'}: ${size}.`;
  return `This is too ${isMax ? 'large' : 'small'}: ${size}.`;
}

const formats: Record<string, string> = {
  email: 'This is not a valid e-mail address.',
  url: 'This is not a valid URL.',
  uuid: 'This is not a valid ID.',
  guid: 'This is not a valid ID.',
};

/**
 * The validation message of an issue, for the `error` option of a Zod schema, in place of Zod's own messages. A
 * schema's own messages take precedence. `refusals.json` translates them, under `shape`.
 */
export function validationMessage(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'This field is required.';
      return `This must be ${nameOf[issue.expected] ?? issue.expected}, not ${kindOf(issue.input)}.`;
    case 'invalid_value':
      if (issue.input === undefined) return 'This field is required.';
      return `Choose one of these: ${issue.values.map(String).join(', ')}.`;
    case 'too_big':
    case 'too_small':
      return bound(issue);
    case 'invalid_format':
      return (
        formats[issue.format] ?? (issue.pattern ? `This must match ${issue.pattern}.` : 'This value is not valid.')
      );
    case 'unrecognized_keys':
      return `There is no such field: ${issue.keys.join(', ')}.`;
    default:
      return 'This value is not valid.';
  }
}
