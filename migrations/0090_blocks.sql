-- Cards, devices and addresses whose payments are refused until a date.
create table blocks (
  id bigint generated always as identity primary key,
  kind text not null,
  -- The gateway's identifier of a card number, the name of a device, or an IP address or block of addresses.
  value text not null,
  reason text not null,
  made_by text not null,
  until timestamptz not null,
  created_at timestamptz not null,
  constraint block_kind_is_known check (kind in ('card', 'device', 'address')),
  constraint one_block_per_value unique (kind, value)
);
create index blocks_by_end on blocks (until);
