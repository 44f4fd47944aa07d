import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Call, openFunctionWire, statusAndBody } from '#tests/db/function-wire.ts';
import type { Wire } from '#tests/db/rest-wire.ts';

let db: Wire;
beforeAll(async () => {
  db = await openFunctionWire();
});
afterAll(() => db?.close());

/** https://docs.postgrest.org/en/stable/references/api/functions.html */
describe('refusals', () => {
  const errorBody = (code: string, message: string, rest: { details?: string | null; hint?: string | null } = {}) => ({
    code,
    message,
    details: rest.details ?? null,
    hint: rest.hint ?? null,
  });

  const choice =
    'Try renaming the parameters or the function itself in the database so function overloading can be resolved';

  test.each<Call>([
    {
      path: '/rpc/ad_them?a=1&b=2',
      status: 404,
      expected: errorBody('PGRST202', 'Could not find the function public.ad_them(a, b) in the schema cache', {
        details:
          'Searched for the function public.ad_them with parameters a, b, but no matches were found in the schema cache.',
      }),
    },
    {
      path: '/rpc/plus_on?arr={1}',
      status: 404,
      expected: errorBody('PGRST202', 'Could not find the function public.plus_on(arr) in the schema cache', {
        details:
          'Searched for the function public.plus_on with parameter arr, but no matches were found in the schema cache.',
        hint: 'Perhaps you meant to call the function public.plus_one',
      }),
    },
    {
      path: '/rpc/add',
      method: 'POST',
      body: '{"a": 1, "c": 2}',
      status: 404,
      expected: errorBody('PGRST202', 'Could not find the function public.add(a, c) in the schema cache', {
        details:
          'Searched for the function public.add with parameters a, c or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
        hint: 'Perhaps you meant to call the function public.add(a, b)',
      }),
    },
    {
      path: '/rpc/add',
      status: 404,
      expected: expect.objectContaining({
        code: 'PGRST202',
        message: 'Could not find the function public.add without parameters in the schema cache',
      }),
    },
    {
      path: '/rpc/add',
      method: 'POST',
      body: 'x',
      type: 'text/plain',
      status: 404,
      expected: errorBody('PGRST202', 'Could not find the function public.add in the schema cache', {
        details:
          'Searched for the function public.add with a single unnamed text parameter, but no matches were found in the schema cache.',
      }),
    },
    {
      path: '/rpc/twofold?a=1',
      status: 300,
      expected: errorBody(
        'PGRST203',
        'Could not choose the best candidate function between: public.twofold(a => integer), public.twofold(a => integer, b => integer)',
        { hint: choice },
      ),
    },
    {
      path: '/rpc/sorted_late?a=1',
      status: 300,
      expected: errorBody(
        'PGRST203',
        'Could not choose the best candidate function between: public.sorted_late(a => integer), public.sorted_late(a => text), public.sorted_late(a => xml), public.sorted_late(a => text, b => integer)',
        { hint: choice },
      ),
    },
    {
      // The one of an int can't be called, so it is no candidate.
      path: '/rpc/unnamed_default',
      method: 'POST',
      body: '{}',
      status: 300,
      expected: errorBody(
        'PGRST203',
        'Could not choose the best candidate function between: public.unnamed_default(), public.unnamed_default( => text)',
        { hint: choice },
      ),
    },
    {
      path: '/rpc/unnamed_int',
      method: 'POST',
      body: '{"x": 1}',
      status: 404,
      expected: errorBody('PGRST202', 'Could not find the function public.unnamed_int(x) in the schema cache', {
        details:
          'Searched for the function public.unnamed_int with parameter x or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
        hint: 'Perhaps you meant to call the function public.unnamed_text',
      }),
    },
    {
      path: '/rpc/unnamed_int',
      method: 'POST',
      body: '{"": "five"}',
      status: 400,
      expected: errorBody('22P02', 'invalid input syntax for type integer: "five"'),
    },
    {
      path: '/rpc/unnamed_twice',
      method: 'POST',
      body: '{"": 1}',
      status: 300,
      expected: errorBody(
        'PGRST203',
        'Could not choose the best candidate function between: public.unnamed_twice( => boolean), public.unnamed_twice( => integer)',
        { hint: choice },
      ),
    },
    {
      path: '/rpc/unnamed_pair',
      method: 'POST',
      body: '{}',
      status: 404,
      expected: expect.objectContaining({
        code: 'PGRST202',
        message: 'Could not find the function public.unnamed_pair without parameters in the schema cache',
      }),
    },
    {
      path: '/rpc/row_size?x=1',
      status: 404,
      expected: expect.objectContaining({ code: 'PGRST202', hint: null }),
    },
    {
      path: '/rpc/add?other=1&b=2&a=3',
      status: 404,
      expected: errorBody('PGRST202', 'Could not find the function public.add(a, b, other) in the schema cache', {
        details:
          'Searched for the function public.add with parameters a, b, other, but no matches were found in the schema cache.',
        hint: 'Perhaps you meant to call the function public.add(a, b)',
      }),
    },
    {
      path: '/rpc/add',
      method: 'PUT',
      body: '{}',
      status: 405,
      expected: errorBody('PGRST101', 'Cannot use the PUT method on RPC'),
    },
    {
      path: '/rpc/add',
      method: 'DELETE',
      status: 405,
      expected: errorBody('PGRST101', 'Cannot use the DELETE method on RPC'),
    },
    { path: '/rpc/add?a=x', status: 400, expected: errorBody('22P02', 'invalid input syntax for type integer: "x"') },
    {
      path: '/rpc/numbers',
      method: 'POST',
      body: '[1]',
      status: 400,
      expected: errorBody('PGRST102', 'The body must be a JSON object of the arguments'),
    },
    {
      path: '/rpc/add',
      method: 'POST',
      body: '{',
      status: 400,
      expected: errorBody('PGRST102', 'Empty or invalid json'),
    },
    { path: '/rpc/', status: 404, expected: errorBody('PGRST125', 'Invalid path specified in request URL') },
    { path: '/rpc/add/1', status: 404, expected: errorBody('PGRST125', 'Invalid path specified in request URL') },
  ])('$method $path $body', async (call) => {
    expect(await statusAndBody(db, call)).toEqual([call.status, call.expected]);
  });

  test('changes more than so many rows', async () => {
    const call: Call = {
      path: '/rpc/drop_genres',
      method: 'POST',
      body: '{"floor": 39}',
      prefer: 'handling=strict, max-affected=2',
      expected: null,
    };
    expect(await statusAndBody(db, call)).toEqual([
      400,
      errorBody('PGRST124', 'Query result exceeds max-affected preference constraint', {
        details: 'The query affects 3 rows',
      }),
    ]);
    expect((await db.service.from('genres').select('id').gt('id', 39)).data).toHaveLength(3);
    expect(await statusAndBody(db, { ...call, path: '/rpc/add', body: '{"a": 1}' })).toEqual([
      400,
      errorBody(
        'PGRST128',
        'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
      ),
    ]);
    expect((await statusAndBody(db, { ...call, prefer: 'handling=strict, max-affected=3' }))[1]).toHaveLength(3);
  });
});
