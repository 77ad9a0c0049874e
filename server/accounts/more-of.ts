import { roles } from '#contract/accounts/role-labels.ts'
import type { Role } from '#contract/accounts/roles.ts'
import { formatDay } from '#contract/calendar/billing-dates.ts'
import { formatAmount } from '#contract/catalogue/money.ts'

type Details = Record<string, unknown>

/** What an audit entry adds to its sentence. Older entries and other details add nothing. */
export function moreOf(details: Details, nameOf: (agentId: number) => string | undefined): string {
  const { card, app, passkey, left, wait, device, bill, cents, from, agentId, nextId, role } = details
  const { formerEmail, newEmail } = details
  for (const detail of [card, app, passkey, left, wait, device]) if (typeof detail === 'string') return detail
  if (typeof formerEmail === 'string' && typeof newEmail === 'string')
    return `From ${formerEmail} to ${newEmail}`
  if (typeof bill === 'string' && typeof cents === 'number') return `Bill ${bill}, ${formatAmount(cents)}`
  if (typeof cents === 'number') return cents > 0 ? `${formatAmount(cents)} charged` : 'Nothing charged'
  if (typeof from === 'string' && /^\d{4}-\d\d-\d\d$/.test(from)) return `From ${formatDay(from)}`
  const concerned = agentId ?? nextId
  const name = typeof concerned === 'number' ? (nameOf(concerned) ?? '') : ''
  return [name, labelOf(role)].filter((part) => part !== '').join(': ')
}

function labelOf(role: unknown): string {
  return Object.hasOwn(roles, String(role)) ? roles[role as Role].label : ''
}
