/** A moment in the visitor's time zone: Monday, November 16 at 8:00 AM PST. */
export function formatStart(start: Date, timeZone?: string): string {
  const day = new Intl.DateTimeFormat('en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    timeZone,
  }).format(start)
  const time = new Intl.DateTimeFormat('en-US', {
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(start)
  return `${day} at ${time}`
}
