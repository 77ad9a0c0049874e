import type { SmallFault } from './fault.ts'

const renewals = 'server/billing/renewals'
const line = 'web/account/OpenLine.tsx'
const typedAgain = 'server/features/account/billing/typed-again.test.ts'
const lineTests = ['web/account/open-month.browser.test.tsx']

/** The automatic charge of a backup card, a card typed again, and the line about an unpaid month. */
export const faults: SmallFault[] = [
  {
    name: 'A backup card that was refused is asked again in the same month',
    file: `${renewals}/plan-tries.ts`,
    from: '  if (await wasAsked(tx, periodId, backup)) return false\n',
    to: '',
    noticedBy: [`${renewals}/backup-charge.test.ts`],
  },
  {
    name: 'A backup card that the customer has tried is not asked automatically',
    file: `${renewals}/plan-tries.ts`,
    from: ' and asked_by is null limit 1',
    to: ' limit 1',
    noticedBy: [`${renewals}/backup-charge.test.ts`],
  },
  {
    name: 'When the backup card is due, the first card is charged',
    file: `${renewals}/periods.ts`,
    from: "and c.is_backup = (d.next_card = 'backup')",
    to: 'and not c.is_backup',
    noticedBy: [`${renewals}/backup-charge.test.ts`],
  },
  {
    name: 'The try of the backup card uses up one of the first card',
    file: `${renewals}/periods.ts`,
    from: "(failed_at is not null and try_because is distinct from 'backup')::integer",
    to: '(failed_at is not null)::integer',
    noticedBy: [`${renewals}/backup-charge.test.ts`],
  },
  {
    name: 'A charge of the backup card that was never made gives back a try of the first card',
    file: `${renewals}/settle-period.ts`,
    from: "failed_at is not null and try_because is distinct from 'backup')::integer",
    to: 'failed_at is not null)::integer',
    noticedBy: [`${renewals}/backup-charge.test.ts`],
  },
  {
    name: 'A refusal on the last day ends the account without asking the backup card',
    file: `${renewals}/unpaid-month.ts`,
    from: 'hasEnded && !isBackupNext && !isTryOfCustomer',
    to: 'hasEnded && !isTryOfCustomer',
    noticedBy: [`${renewals}/backup-charge.test.ts`],
  },
  {
    name: 'A mail says that the payment failed before the backup card is asked',
    file: `${renewals}/unpaid-month.ts`,
    from: '  if (isBackupNext) return\n',
    to: '',
    noticedBy: [`${renewals}/backup-charge.test.ts`],
  },
  {
    name: 'A backup card that its bank has refused for good is planned, and the owner gets no mail',
    file: `${renewals}/plan-tries.ts`,
    from: '|| !backup || backup.refusedBecause) return false',
    to: '|| !backup) return false',
    noticedBy: [`${renewals}/backup-charge.test.ts`],
  },
  {
    name: 'A backup card that was tried too often is planned, and the owner gets no mail',
    file: `${renewals}/plan-tries.ts`,
    from: 'return (await nextRetryAt(tx, accountId, backup, now)) <= now',
    to: 'return true',
    noticedBy: [`${renewals}/backup-charge.test.ts`],
  },
  {
    name: 'The line about an unpaid month offers a card that its bank has refused for good',
    file: 'server/accounts/show-account.ts',
    from: 'and refused_because is null order by is_backup limit 1',
    to: 'order by is_backup limit 1',
    noticedBy: ['server/features/account/billing/open-month.test.ts'],
  },
  {
    name: 'The line about an unpaid month offers the backup before the first card',
    file: 'server/accounts/show-account.ts',
    from: 'order by is_backup limit 1',
    to: 'order by is_backup desc limit 1',
    noticedBy: ['server/features/account/billing/open-month.test.ts'],
  },
  {
    name: 'People who may not pay read how much is unpaid',
    file: 'server/accounts/show-account.ts',
    from: "if (!may(role, 'billing')) return {",
    to: "if (!may(role, 'billing') && !isConfirming) return {",
    noticedBy: ['server/features/account/billing/open-month.test.ts'],
  },
  {
    name: 'A card that took the place of the one in the question is charged',
    file: 'server/billing/cards/cards.ts',
    from: 'return [first, backup].find((card) => card?.token === shown.token)',
    to: 'return [backup, first].find((card) => card !== undefined && shown !== undefined)',
    noticedBy: ['server/features/account/billing/backup-card.test.ts'],
  },
  {
    name: 'The line does not say which card it asked about',
    file: line,
    from: 'card_id: open?.card?.id }',
    to: '}',
    noticedBy: lineTests,
  },
  {
    name: 'The line charges the card without a question',
    file: line,
    from: 'onClick={() => ask(true)}',
    to: 'onClick={() => void run(payOnFile)}',
    noticedBy: lineTests,
  },
  {
    name: 'A double click on the button of the line answers its question, too',
    file: line,
    from: 'if (detail < 2) press()',
    to: 'if (detail > 0) press()',
    noticedBy: lineTests,
  },
  {
    name: 'After a final refusal the line offers the same card again',
    file: 'web/orders/use-open-balance.ts',
    from: "      if (news.kind === 'refused') void renew()\n",
    to: '',
    noticedBy: lineTests,
  },
  {
    name: 'A revoked card that is typed again with a later date is charged',
    file: `${renewals}/reasons.ts`,
    from: "if (reason === 'expired')",
    to: "if (reason === 'expired' || reason === 'revoked')",
    noticedBy: [typedAgain],
  },
  {
    name: 'A card that was refused for good is charged when it is typed after another one has replaced it',
    file: 'server/billing/cards/card-tries.ts',
    from: 'from cards where account_id = ${accountId} order by replaced_at is null desc, id desc',
    to: 'from cards where account_id = ${accountId} and replaced_at is null order by id desc',
    noticedBy: [typedAgain],
  },
  {
    name: 'A card that was tried too often is charged when it is typed again',
    file: 'server/billing/cards/card-tries.ts',
    from: 'const tooOften = isCharged &&',
    to: 'const tooOften = !isCharged &&',
    noticedBy: [typedAgain],
  },
  {
    name: 'A card that was refused while its payment waited is charged for the open month',
    file: 'server/billing/orders/open-balance.ts',
    from: 'return refused ? undefined : claimOpenPeriod(',
    to: 'return claimOpenPeriod(',
    noticedBy: ['server/billing/cards/refused-meanwhile.test.ts'],
  },
]
