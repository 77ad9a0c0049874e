type Style = { dateStyle: 'medium'; timeStyle?: 'short' }
const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * A moment as a person in that time zone reads it: Nov 15, 2026, 3:04 PM. Written by the server and not by the
 * page: two versions of the same calendar data need not agree on every space.
 */
export function formatShortMoment(timeZone: string, moment: Date): string {
  return written(timeZone, moment, { dateStyle: 'medium', timeStyle: 'short' })
}

/** Its day alone: Nov 15, 2026. */
export function formatShortDate(timeZone: string, moment: Date): string {
  return written(timeZone, moment, { dateStyle: 'medium' })
}

function written(timeZone: string, moment: Date, style: Style): string {
  const key = `${timeZone} ${style.timeStyle ?? ''}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat('en-US', { timeZone, ...style })
  formats.set(key, format)
  return format.format(moment).replace(/\s/g, ' ')
}
