import { pages } from '#contract/pages.ts'
import type { OfAccount } from '#contract/wire/call.ts'
import { everyScope } from './roles.ts'

/** A file that an account page links to. */
export type AccountFile = OfAccount & { path: string }

export const accountFiles = {
  bill: {
    path: `${pages.bill}bill.pdf`,
    who: 'billing',
    scopes: everyScope,
    names: { number: 'bill' },
  },
  'credit-note': {
    path: `${pages['credit-note']}credit-note.pdf`,
    who: 'billing',
    scopes: everyScope,
    names: { number: 'credit-note' },
  },
  activity: { path: `${pages.activity}activity.csv`, who: 'own', scopes: ['account'], names: 'nothing' },
} as const satisfies Record<string, AccountFile>
