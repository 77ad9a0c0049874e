const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * A moment as a person in that time zone reads it: Nov 15, 2026, 3:04 PM. Written by the server and not by the
 * page: two versions of the same calendar data need not agree on every space.
 */
export function momentInWords(timeZone: string, moment: Date): string {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'short' })
    formats.set(timeZone, format)
  }
  return format.format(moment).replace(/\s/g, ' ')
}
