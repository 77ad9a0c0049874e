import type { PartnerRow } from '#contract/desk/partners/values.ts'

/** How many people are connected, as far as they were counted. */
export function sayPeople({ people, hasMorePeople }: PartnerRow): string {
  const count = people.toLocaleString('en-US')
  return hasMorePeople ? `At least ${count}` : count
}
