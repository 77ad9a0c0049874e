import { changeSource } from './change-source.ts'

/** At the desk, the first card is named even if the backup card is next. */
changeSource(
  'server/billing/renewals/plans-for-operators.ts',
  "const asked = card === 'backup' ? backup && ",
  "const asked = card === 'backup' && !first ? backup && ",
)
