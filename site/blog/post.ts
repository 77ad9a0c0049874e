/** A post as plain text with typographic quotes. The feed converts it to HTML. */
export type Post = {
  slug: string
  title: string
  /** The publication date, as 2026-11-09. */
  published: string
  summary: string
  paragraphs: string[]
  /** Three things to do in the next session, for the panel next to the post. */
  practice: string[]
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** 2026-11-09 → November 9, 2026, the same in every browser. */
export function formatDay(published: string): string {
  const [year, month, day] = published.split('-').map(Number)
  return `${months[(month ?? 1) - 1]} ${day}, ${year}`
}

const WORDS_PER_MINUTE = 200

export function minutesToRead({ paragraphs }: Post): number {
  return Math.ceil(paragraphs.join(' ').split(' ').length / WORDS_PER_MINUTE)
}
