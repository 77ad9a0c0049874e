/** The training webinars take place on weekdays, in New York time, daylight saving included. */
export const webinarSlots = {
  morning: { title: 'Morning', startHour: 11, times: '11AM EST, 10AM CST, 9AM MST, 8AM PST' },
  afternoon: { title: 'Afternoon', startHour: 15, times: '3PM EST, 2PM CST, 1PM MST, 12PM PST' },
} as const

export type WebinarSlot = keyof typeof webinarSlots
export const slotNames = Object.keys(webinarSlots) as WebinarSlot[]

export const WEBINAR_POLL_SECONDS = 60
export const OPENS_MINUTES_BEFORE = 15
export const CLOSES_MINUTES_PAST = 5

const WEBINAR_ZONE = 'America/New_York'
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const DAYS_AHEAD = 4

/** Whether people can join the session now. */
export function isSessionOpen(slot: WebinarSlot, now: Date): boolean {
  const { weekday, hour, minute } = inNewYork(now)
  const minutesPastStart = hour * 60 + minute - webinarSlots[slot].startHour * 60
  return (
    isWorkday(weekday) && minutesPastStart >= -OPENS_MINUTES_BEFORE && minutesPastStart < CLOSES_MINUTES_PAST
  )
}

/** When the next session starts. Once a session has started, it no longer counts as the next one. */
export function nextSessionStart(slot: WebinarSlot, now: Date): Date {
  for (let ahead = 0; ahead < DAYS_AHEAD; ahead += 1) {
    const start = startOn(slot, new Date(now.getTime() + ahead * DAY_MS))
    if (start > now && isWorkday(inNewYork(start).weekday)) return start
  }
  throw new Error('There is a workday within any four days')
}

/** 11 AM and 3 PM exist exactly once every day, even when the clocks change. */
function startOn(slot: WebinarSlot, day: Date): Date {
  const { year, month, date } = inNewYork(day)
  const { startHour } = webinarSlots[slot]
  const asIfUtc = Date.UTC(year, month - 1, date, startHour)
  const shown = inNewYork(new Date(asIfUtc))
  const behindHours = (startHour - shown.hour + 24) % 24
  return new Date(asIfUtc + behindHours * HOUR_MS)
}

function isWorkday(weekday: string): boolean {
  return weekday !== 'Sat' && weekday !== 'Sun'
}

const clock = new Intl.DateTimeFormat('en-US', {
  timeZone: WEBINAR_ZONE,
  weekday: 'short',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  hourCycle: 'h23',
})

function inNewYork(moment: Date) {
  const parts = new Map(clock.formatToParts(moment).map(({ type, value }) => [type, value]))
  const number = (name: Intl.DateTimeFormatPartTypes) => Number(parts.get(name))
  return {
    weekday: parts.get('weekday') ?? '',
    year: number('year'),
    month: number('month'),
    date: number('day'),
    hour: number('hour'),
    minute: number('minute'),
  }
}
