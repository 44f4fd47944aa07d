import type { TFunction } from 'i18next';
import { type Problem, problemOf } from './auth-problems.ts';

type AuthResponse = { error: { code?: string } | null };

/** A rejected request of the auth service, with a text for a person and, by field, for a form. */
class AuthRequestError extends Error {
  readonly code: string;
  readonly fields: Record<string, string>;

  constructor(error: { code?: string }, { field, text }: Problem) {
    super(text, { cause: error });
    this.code = error.code ?? 'unknown';
    this.fields = field ? { [field]: text } : {};
  }
}

/**
 * The response of the auth service, for a `useSave`; undefined where the person did not confirm who they are.
 * @throws {AuthRequestError} where it was rejected
 */
export function requireSuccess<Response extends AuthResponse>(
  response: Response | undefined,
  t: TFunction<'members'>,
  describe = problemOf,
): Exclude<Response, { error: object }> | undefined {
  if (response?.error) throw new AuthRequestError(response.error, describe(response.error, t));
  return response as Exclude<Response, { error: object }> | undefined;
}
