import type { Tone } from '#contract/desk/desk-moment.ts'
import type { MailRow } from './timeline-queries.ts'

/** What became of a mail. One that came back was sent before. */
export function fateOf({ state, bounce, tries }: Pick<MailRow, 'state' | 'bounce' | 'tries'>): {
  text: string
  tone: Tone | null
} {
  if (bounce === 'complaint') return { text: 'Reported as spam', tone: 'bad' }
  if (bounce !== null) return { text: bounce === 'soft' ? 'Temporary bounce' : 'Bounced', tone: 'bad' }
  switch (state) {
    case 'waiting':
      return tries > 0
        ? { text: `Queued after ${tries} tries`, tone: 'warn' }
        : { text: 'Queued', tone: null }
    case 'sent':
    case 'kept':
      return { text: 'Sent', tone: 'good' }
    case 'failed':
      return { text: 'Failed', tone: 'bad' }
    case 'withheld':
      return { text: 'Withheld', tone: 'warn' }
  }
}
