create table private.order_transitions (
  from_status text not null check (from_status in ('pending', 'paid', 'cancelled', 'refunded')),
  to_status text not null check (to_status in ('pending', 'paid', 'cancelled', 'refunded')),
  primary key (from_status, to_status)
);
comment on table private.order_transitions is 'What may become of an order: any other change of its status is rejected.';
alter table private.order_transitions enable row level security;
alter table private.order_transitions force row level security;

insert into private.order_transitions (from_status, to_status) values ('pending', 'paid'), ('pending', 'cancelled'), ('paid', 'refunded');
