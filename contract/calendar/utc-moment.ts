const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** 2026-11-15T02:31:09.000Z → Nov 15, 2026, 02:31 UTC: the same on the server and in every browser. */
export function formatUtcMoment(iso: string): string {
  const [, year, month, day, time] = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d)/.exec(iso) ?? []
  return `${months[Number(month) - 1]} ${Number(day)}, ${year}, ${time} UTC`
}
