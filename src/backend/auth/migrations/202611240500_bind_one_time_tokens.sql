alter table auth.one_time_tokens add column scope text;
comment on column auth.one_time_tokens.scope is
  'Ours: where it was asked for; a service that binds its tokens takes it nowhere else.';

alter table auth.flow_state add column scope text;
comment on column auth.flow_state.scope is
  'Ours: where the flow began; a service that binds its tokens ends it nowhere else.';
