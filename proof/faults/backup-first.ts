import { changeSource } from './change-source.ts'

/** Charges the backup card of everyone who has one, before the first card was refused. */
changeSource(
  'server/billing/renewals/periods.ts',
  "and c.is_backup = (d.next_card = 'backup')",
  'and c.is_backup = exists (select from cards b where b.account_id = d.account_id and b.is_backup and b.replaced_at is null)',
)
