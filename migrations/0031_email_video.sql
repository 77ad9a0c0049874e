-- What the email-video partner gave for its code, encrypted: one link per account, the newest.

create table email_video_links (
  account_id bigint primary key references accounts (id),
  sealed_grant text not null,
  linked_at timestamptz not null
);
