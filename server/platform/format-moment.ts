type Style = { dateStyle: 'medium'; timeStyle?: 'short' }
const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * A moment in the person's time zone, such as Nov 15, 2026, 3:04 PM. Formatted by the server only: the
 * browser's ICU version may format it differently.
 */
export function formatShortMoment(timeZone: string, moment: Date): string {
  return written(timeZone, moment, { dateStyle: 'medium', timeStyle: 'short' })
}

/** The date only: Nov 15, 2026. */
export function formatShortDate(timeZone: string, moment: Date): string {
  return written(timeZone, moment, { dateStyle: 'medium' })
}

function written(timeZone: string, moment: Date, style: Style): string {
  const key = `${timeZone} ${style.timeStyle ?? ''}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat('en-US', { timeZone, ...style })
  formats.set(key, format)
  return format.format(moment).replace(/\s/g, ' ')
}
