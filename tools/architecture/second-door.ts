export type SecondDoorCaller = {
  file: string;
  /** The named function around the call; a method as `Class.method` or `object.method`. */
  function: string;
  /** Why the caller's own rights can't do it. */
  reason: string;
};

/**
 * Who opens the second door, `database.asService()`, where row-level security does not hold. At most ten.
 * Whatever a caller's own rights could do stands nowhere here: it goes through `database.as(caller)`.
 */
export const secondDoorCallers: SecondDoorCaller[] = [
  {
    file: 'src/app/open-database.ts',
    function: 'migrateAt',
    reason: 'Migrations make and own what everyone else may only use.',
  },
];
