-- Outgoing-mail settings, feedback, and what an operator overrides.

create table smtp_settings (
  account_id bigint primary key references accounts (id),
  host text not null,
  port integer not null,
  security text not null,
  username text not null,
  password_sealed bytea,
  key_id text,
  from_address text not null,
  verified_at timestamptz,
  last_error text,
  changed_at timestamptz not null,
  constraint smtp_security_is_known check (security in ('none', 'starttls', 'tls'))
);

create table feedback (
  id bigint generated always as identity primary key,
  pin text not null,
  answers jsonb not null,
  created_at timestamptz not null
);

create table webinar_overrides (
  slot text primary key,
  is_active boolean not null,
  until timestamptz,
  constraint slot_is_known check (slot in ('morning', 'afternoon'))
);
