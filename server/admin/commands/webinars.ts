import { slotNames, type WebinarSlot } from '#contract/calendar/webinar-hours.ts'
import { clearOverride, overrideSlot } from '#server/features/public/webinars/override-slot.ts'
import { sql } from '#server/platform/db/sql.ts'
import { isRefused, type Refused, refuse } from '#server/platform/refusal.ts'
import type { Command, Row } from '../command.ts'
import { momentIn } from '../moment.ts'

export const listWebinarsCommand: Command = {
  name: 'webinar list',
  hasTables: true,
  says: 'Lists the overrides of the schedule.',
  async run({ db }, { now }) {
    const rows = await db.many<Row>(sql`
      select slot, case when is_active then 'active' else 'offline' end as shown, until from webinar_overrides
      where until is null or until > ${now} order by slot desc`)
    return { sections: [{ name: 'overrides', title: 'Overrides of the schedule', rows }] }
  },
}

export const setWebinarCommand: Command = {
  name: 'webinar set',
  takes: 'morning|afternoon active|offline',
  says: 'Shows a training as active or offline, regardless of the schedule.',
  flags: {
    until: {
      takes: 'MOMENT',
      says: 'when the schedule applies again, like 2026-12-24T20:00:00Z; never by default',
    },
  },
  async run({ db }, { args: [slot, shown], flag, actor, now }) {
    const known = slotOf(slot)
    if (isRefused(known)) return known
    if (shown !== 'active' && shown !== 'offline')
      return refuse('invalid-fields', { errors: 'Enter active or offline.' })
    const until = momentIn(flag('until'))
    if (isRefused(until)) return until
    if (until && until <= now) return refuse('invalid-fields', { errors: '--until is in the past.' })
    const isActive = shown === 'active'
    await overrideSlot(db, { slot: known, isActive, until: until ?? null, actor }, now)
    return {
      said: `The ${known} training is shown as ${shown}${until ? ` until ${until.toISOString()}` : ''}.`,
    }
  },
}

export const clearWebinarCommand: Command = {
  name: 'webinar clear',
  takes: 'morning|afternoon',
  says: 'Removes an override, so that the schedule applies again.',
  async run({ db }, { args: [slot], actor, now }) {
    const known = slotOf(slot)
    if (isRefused(known)) return known
    const cleared = await clearOverride(db, { slot: known, actor }, now)
    return cleared
      ? { said: `The ${known} training follows the schedule again.` }
      : refuse('not-found', { errors: `The ${known} training has no override.` })
  },
}

function slotOf(arg: string | undefined): WebinarSlot | Refused {
  const slot = slotNames.find((name) => name === arg)
  return slot ?? refuse('invalid-fields', { errors: `Choose a training: ${slotNames.join(' or ')}.` })
}
