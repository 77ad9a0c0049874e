import { changeSource } from './change-source.ts'

/** Takes a lost answer for a refusal, and asks the backup card. */
changeSource(
  'server/billing/renewals/settle-period.ts',
  "      case 'unknown':\n",
  "      case 'unknown':\n        await settleDeclined(tx, mailDeps, open, key, { reason: 'declined', isHard: true }, isByHand)\n        return 'declined'\n",
)
