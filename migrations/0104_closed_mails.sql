-- A failed mail leaves the desk's list once it was sent again as another one, to somebody else for example, or set aside.
alter table mails add column closed_at timestamptz;
