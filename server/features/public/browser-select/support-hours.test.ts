import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { isSupportOpen } from '#contract/calendar/support-hours.ts'
import { supportHoursScript } from './browser-select.ts'

/** Runs the script in a document with both lines, at this hour of this weekday of the visitor. */
function shownAt(moment: Date, weekday: number) {
  const lines = { open: { hidden: true }, closed: { hidden: false } }
  const waits: number[] = []
  class VisitorDate extends Date {
    constructor() {
      super(moment)
    }
    override getDay = () => weekday
  }
  runInNewContext(supportHoursScript, {
    Date: VisitorDate,
    document: {
      querySelector: (selector: string) => lines[selector.includes('open') ? 'open' : 'closed'],
      addEventListener: (name: string, listener: () => void) => name === 'DOMContentLoaded' && listener(),
    },
    setTimeout: (_: () => void, milliseconds: number) => waits.push(milliseconds),
    clearTimeout() {},
  })
  return { isOpen: !lines.open.hidden, isClosed: !lines.closed.hidden, waits }
}

test('the script of a page without modules opens support at the same hours as the banner [SPB-01, SPB-02]', () => {
  for (let weekday = 0; weekday < 7; weekday += 1)
    for (let hour = 0; hour < 24; hour += 1) {
      const moment = new Date(Date.UTC(2026, 2, 18, hour, 10))
      const isOpen = isSupportOpen(moment, weekday)
      // It looks again on the next quarter of an hour.
      expect(shownAt(moment, weekday)).toEqual({ isOpen, isClosed: !isOpen, waits: [5 * 60_000] })
    }
})
