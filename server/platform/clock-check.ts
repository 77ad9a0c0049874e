import type { FastifyBaseLogger } from 'fastify'
import { type Clock, later, MINUTE, SECOND } from '#server/ports/clock.ts'
import type { Database } from './db/database.ts'
import { sql } from './db/sql.ts'
import type { Refused } from './refusal.ts'

/** Beyond this difference from the database's clock, this process dates nothing. */
const DIFFERENCE_AT_MOST_MS = MINUTE
/** A smaller difference does not matter. */
const CORRECTED_FROM_MS = SECOND
const MEASURE_EVERY_MS = 10_000
const FRESH_MS = 5_000
const COMPLAIN_EVERY_MS = MINUTE

export type ClockCheck = {
  /** How far this machine's clock is ahead of the database's. */
  differenceMs(): number
  isRight(): boolean
  /** Like isRight, but queries the database if the last measurement is old or bad. Throws if it is down. */
  confirm(): Promise<boolean>
  /** Measures again from time to time, until the returned function is called. */
  watch(): () => void
}

/** Thrown instead of a time that is known to be wrong. Requests answer it with 503. */
export class ClockIsWrong extends Error implements Refused {
  readonly refused = 'unavailable'
  readonly retryAfterSeconds = 5
}

/**
 * Compares this machine's clock with the database's, which all instances share. Between two measurements, the
 * difference follows from the monotonic clock, so that a changed clock is noticed at its next use. The
 * embedded database runs on this machine's clock.
 */
export function openClockCheck({ db, log }: { db: Database; log: FastifyBaseLogger }): ClockCheck {
  let measuredMs = 0
  let offsetMs = clockOffsetMs()
  let measuredAtMs = Number.NEGATIVE_INFINITY
  let underWay: Promise<void> | undefined
  let complainedAtMs = Number.NEGATIVE_INFINITY
  const differenceMs = () => (db.kind === 'embedded' ? 0 : measuredMs + clockOffsetMs() - offsetMs)
  const isRight = () => Math.abs(differenceMs()) <= DIFFERENCE_AT_MOST_MS

  async function measure(): Promise<void> {
    const began = performance.now()
    const row = await db.one<{ at: number }>(sql`select extract(epoch from clock_timestamp()) * 1000 as at`)
    const roundTripMs = performance.now() - began
    const differsMs = Date.now() - roundTripMs / 2 - Number(row.at)
    offsetMs = clockOffsetMs()
    measuredAtMs = performance.now()
    // It is unknown when in a slow round trip the database read its clock, so only the excess counts.
    measuredMs = Math.sign(differsMs) * Math.max(0, Math.abs(differsMs) - roundTripMs / 2)
    complain()
  }

  function complain(): void {
    if (isRight()) {
      if (complainedAtMs >= 0) log.warn('the clock of this machine is right again')
      complainedAtMs = Number.NEGATIVE_INFINITY
    } else if (performance.now() - complainedAtMs >= COMPLAIN_EVERY_MS) {
      complainedAtMs = performance.now()
      log.error({ differenceSeconds: Math.round(differenceMs() / 1000) }, describeDifference(differenceMs()))
    }
  }

  async function confirm(): Promise<boolean> {
    if (db.kind === 'embedded') return true
    if (!isRight() || performance.now() - measuredAtMs > FRESH_MS) {
      underWay ??= measure().finally(() => {
        underWay = undefined
      })
      await underWay
    }
    return isRight()
  }

  return {
    differenceMs,
    isRight,
    confirm,
    watch() {
      // An outage is reported by the code that needs the database.
      const timer = setInterval(() => void confirm().catch(() => {}), MEASURE_EVERY_MS)
      return () => clearInterval(timer)
    },
  }
}

/**
 * Returns the database's time, so that what one instance dates is due on all at the same moment. Throws if
 * the clocks differ too much: work in progress ends as if the process had been killed.
 */
export function checkedClock(clock: Clock, check: Pick<ClockCheck, 'isRight' | 'differenceMs'>): Clock {
  let correctionMs = 0
  return {
    now() {
      const differenceMs = check.differenceMs()
      if (!check.isRight()) throw new ClockIsWrong(describeDifference(differenceMs))
      // Each measurement differs by some milliseconds. Following them, time would occasionally run backwards.
      if (Math.abs(differenceMs - correctionMs) > CORRECTED_FROM_MS) correctionMs = differenceMs
      return later(clock.now(), -correctionMs)
    },
  }
}

function describeDifference(differenceMs: number): string {
  const direction = differenceMs > 0 ? 'ahead of' : 'behind'
  const databaseTime = later(new Date(), -differenceMs).toISOString()
  return `The clock of this machine is ${describeLength(Math.abs(differenceMs))} ${direction} the database's, where it is ${databaseTime}. Until it is set right, this process charges, deletes and answers nothing. Check the time service (NTP) of both machines.`
}

function describeLength(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000)
  if (seconds < 3600) return `${seconds} seconds`
  const hours = Math.round(seconds / 3600)
  return hours < 72 ? `${hours} hours` : `${Math.round(hours / 24)} days`
}

/** Constant until somebody sets this machine's clock. */
function clockOffsetMs(): number {
  return Date.now() - performance.now()
}
