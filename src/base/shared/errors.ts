/**
 * The one shape of every error shown to a person.
 * `code` is snake_case and listed in docs/error-codes.md, `message` is a sentence, `fields` maps form fields to
 * messages. The HTTP status follows from the code's family, chosen by the thrower.
 */
export class AppError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields?: Record<string, string>;
  readonly headers?: Record<string, string>;

  constructor(
    status: number,
    code: string,
    message: string,
    extra: { fields?: Record<string, string>; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, { cause: extra.cause });
    this.name = 'AppError';
    this.status = status;
    this.code = code;
    this.fields = extra.fields;
    this.headers = extra.headers;
  }
}

/** JSON body of an error response: `{"error": {code, message, fields?}}`. */
export type ErrorBody = { error: { code: string; message: string; fields?: Record<string, string> } };

export function errorBody(error: AppError): ErrorBody {
  return {
    error: { code: error.code, message: error.message, ...(error.fields ? { fields: error.fields } : {}) },
  };
}

export const errors = {
  malformed: (message = 'The request body is not valid JSON.') => new AppError(400, 'malformed', message),
  notAuthenticated: () => new AppError(401, 'not_authenticated', 'Sign in to do this.'),
  forbidden: (message = 'You are not allowed to do this here.') => new AppError(403, 'forbidden', message),
  notFound: (message = 'There is nothing at this address.') => new AppError(404, 'not_found', message),
  conflict: (code: string, message: string) => new AppError(409, code, message),
  tooLarge: (limit: number) =>
    new AppError(413, 'too_large', `The request is larger than the ${limit} bytes allowed here.`),
  invalid: (message: string, fields?: Record<string, string>) => new AppError(422, 'invalid', message, { fields }),
  unavailable: () =>
    new AppError(503, 'unavailable', 'The service is not available. Try again in a moment.', {
      headers: { 'retry-after': '2' },
    }),
  tooMany: (seconds: number) =>
    new AppError(429, 'too_many_requests', `Too many requests. Try again in ${seconds} seconds.`, {
      headers: { 'retry-after': String(seconds) },
    }),
};
