/** Billing counts in calendar days, written YYYY-MM-DD, in the time zone of the account. */
export type Day = string

/** The calendar day of a moment in a time zone. */
export function dayIn(timeZone: string, moment: Date): Day {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return parts.format(moment)
}

/** The anchor plus so many months, counted from the anchor: 31 January, 28 February, 31 March. */
export function monthsAfter(anchor: Day, months: number): Day {
  const [year = 0, month = 1, day = 1] = anchor.split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return toDay(Date.UTC(year, month - 1 + months, Math.min(day, lastDay)))
}

export function dayBefore(day: Day): Day {
  return toDay(Date.parse(day) - 86_400_000)
}

/** December 15, 2026 */
export function dayInWords(day: Day): string {
  const words = new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    month: 'long',
    day: 'numeric',
    year: 'numeric',
  })
  return words.format(Date.parse(day))
}

function toDay(milliseconds: number): Day {
  return new Date(milliseconds).toISOString().slice(0, 10)
}
