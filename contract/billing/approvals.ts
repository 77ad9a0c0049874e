import type { Day } from '#contract/calendar/billing-dates.ts'
import { type Cents, formatAmount } from '#contract/catalogue/money.ts'

/** The effects of a refund, an extension or a waiver. */
export type MoneyPreview = {
  /** The action, as a sentence. */
  says: string
  /** The credit note to be issued. It is numbered once the money has been returned. */
  note: {
    lines: { label: string; cents: Cents }[]
    taxCents: Cents
    totalCents: Cents
    goesTo: string
  } | null
  /** `left`: the refundable rest of a paid bill, or the amount due of an open one. */
  bill: { number: string; isOpen: boolean; totalCents: Cents; leftBefore: Cents; leftAfter: Cents } | null
  month: { endsBefore: Day; endsAfter: Day } | null
  /** The next monthly bill, as text. Null if it cannot be known in advance. */
  next: { before: string; after: string } | null
  mails: { to: string; subject: string; text: string }[]
  remarks: string[]
  /** The amount that counts toward the limit for a second operator's approval. */
  valueCents: Cents
  /** The values behind the preview. If any has changed, the action is refused. */
  facts: MoneyFact[]
}

export type MoneyFact = { name: string; value: string }

/** What has changed since a preview was shown. */
export function changesSince(seen: readonly MoneyFact[], facts: readonly MoneyFact[]): string[] {
  const before = new Map(seen.map(({ name, value }) => [name, value]))
  return facts
    .filter(({ name, value }) => before.get(name) !== value)
    .map(({ name, value }) => `${name}: ${before.get(name) ?? 'not shown'} before, ${value} now.`)
}

/** What an action counts, plus what the operator gave within 24 hours: on this account, and on all. */
export type CountedMoney = {
  valueCents: Cents
  givenCents: Cents
  givenDayCents: Cents
  limitCents: Cents
  limitDayCents: Cents
}

type Limit = 'account' | 'day'

/** The limits above which a second operator has to agree. The exact limit is still allowed. */
function limitsPassed({
  valueCents,
  givenCents,
  givenDayCents,
  limitCents,
  limitDayCents,
}: CountedMoney): Limit[] {
  return [
    ...(givenCents + valueCents > limitCents ? (['account'] as const) : []),
    ...(givenDayCents + valueCents > limitDayCents ? (['day'] as const) : []),
  ]
}

export function needsSecond(counted: CountedMoney): boolean {
  return limitsPassed(counted).length > 0
}

/** What it counts, what was given before, and which limit it would exceed. */
export function sayCounted(counted: CountedMoney): string {
  const { valueCents, givenCents, givenDayCents, limitCents, limitDayCents } = counted
  const passed = limitsPassed(counted)
  const which =
    passed.length === 2 ? 'Both limits are' : passed[0] === 'day' ? limitNames.day : limitNames.account
  return [
    `This counts as ${formatAmount(valueCents)}.`,
    ...(givenDayCents > 0
      ? [
          `In the last 24 hours you have given back ${formatAmount(givenCents)} on this account and ${formatAmount(givenDayCents)} on all accounts.`,
        ]
      : []),
    `On your own you can give back up to ${formatAmount(limitCents)} on one account and ${formatAmount(limitDayCents)} on all accounts in 24 hours.`,
    ...(passed.length > 0 ? [`${which} passed. A second operator has to agree.`] : []),
  ].join(' ')
}

const limitNames: Record<Limit, string> = {
  account: 'The limit for one account is',
  day: 'The limit for all accounts is',
}

/** The outcome of an operator's request. Agreed: the bank has not answered yet. */
export const approvalStates = {
  asked: 'Waiting for a second operator',
  agreed: 'Waiting for the bank',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
  done: 'Done',
  failed: 'Refused by the bank',
} as const
export type ApprovalState = keyof typeof approvalStates
