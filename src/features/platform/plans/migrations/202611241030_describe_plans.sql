-- A plan is described by what the product has; the feature keys and limits stay as they are.
update public.plans set description = 'Ten times the room, for an academy with instructors.'
 where description = 'Groups, appointments and ten times the room.';
update public.plans set description = 'A machine of your own: what it holds is the only cap.'
 where description = 'A machine of your own: what it holds is the only cap, but for three groups.';
