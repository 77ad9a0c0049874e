-- Each former secret of an endpoint with its own end: [{"sealed": "…", "endsAt": "2026-11-19T12:00:00.000Z"}], the newest first.
alter table feed_endpoints add column former_secrets jsonb not null default '[]';
alter table feed_endpoints drop column former_secret_sealed, drop column former_secret_ends_at;
