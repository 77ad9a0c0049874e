import { DAY, HOUR, MINUTE } from '#server/ports/clock.ts'

/** How long ago: "5 minutes", "3 hours", "2 days". */
export function ageIn(since: Date, now: Date): string {
  const ms = Math.max(0, now.getTime() - since.getTime())
  if (ms >= 2 * DAY) return `${Math.floor(ms / DAY)} days`
  if (ms >= HOUR) return counted(Math.floor(ms / HOUR), 'hour')
  return counted(Math.max(1, Math.floor(ms / MINUTE)), 'minute')
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** What a queue does, in words: `settle-refund` is "settle refund". */
export function workIn(queue: string): string {
  return queue.replaceAll('-', ' ')
}

export const boughtWords: Record<string, string> = {
  renewal: 'renewal',
  'sign-up': 'sign-up',
  'plan-change': 'plan change',
  reactivation: 'reactivation',
}
