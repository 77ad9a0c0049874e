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

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** 2026-11-09 → November 9, 2026, whatever zone the browser is in. */
export function formatDay(published: string): string {
  return day.format(Date.parse(published))
}

const WORDS_PER_MINUTE = 200

export function minutesToRead({ paragraphs }: Post): number {
  return Math.ceil(paragraphs.join(' ').split(' ').length / WORDS_PER_MINUTE)
}
