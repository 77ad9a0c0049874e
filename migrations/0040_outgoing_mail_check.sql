-- A verification belongs to exactly the settings that it was sent with: changing them makes older links worthless.

alter table smtp_settings
  add column check_key text,
  add column check_recipient text,
  add column checked_at timestamptz,
  add column sent_at timestamptz;
