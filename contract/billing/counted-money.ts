import { type Cents, formatAmount } from '#contract/catalogue/money.ts'

/** What an action counts, beside what the same operator has given within 24 hours: on this account, and on all accounts. */
export type CountedMoney = {
  valueCents: Cents
  givenCents: Cents
  givenDayCents: Cents
  limitCents: Cents
  limitDayCents: Cents
}

type Limit = 'account' | 'day'

/** The limits above which a second operator has to agree. Exactly a limit is allowed. */
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

/** What it counts, what was given before, and which limit would be passed. */
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
