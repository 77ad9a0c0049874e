import { findBreached } from '#contract/features/breached-passwords.ts'
import { send } from '#web/api.ts'
import { findWeakness, type Person, type Weakness } from './find-weakness.ts'

const texts: Record<Weakness | 'breached', string> = {
  common: 'Weak: this is one of the most common passwords.',
  variation: 'Weak: this is a common password with small changes.',
  pattern: 'Weak: repeated characters, rows of keys and dates are guessed early.',
  email: 'Weak: this contains part of your email.',
  name: 'Weak: this contains your name.',
  company: 'Weak: this contains the name of your company.',
  breached: 'Weak: this password has appeared in a data breach. Change it wherever else you use it.',
}

/** Shorter ones are refused by the field's rules. */
const LEAST = 6
/** No requests while somebody is typing. */
const PAUSE_MS = 400

/**
 * Shows the warning about a password, if there is one: at once from the browser's own rules, and after a
 * pause from the list of breached passwords. Returns how to stop.
 */
export function warnOf(password: string, person: Person, show: (text?: string) => void): () => void {
  const weakness = findWeakness(password, person)
  show(weakness && texts[weakness])
  if (weakness || [...password].length < LEAST) return () => {}
  const asking = setTimeout(async () => {
    if (await isBreached(password)) show(texts.breached)
  }, PAUSE_MS)
  return () => clearTimeout(asking)
}

const PREFIX = 5
const SUFFIX = 8
/** The padding that gives all answers the same length. */
const FILLER = '0'.repeat(SUFFIX)

/** The operator has loaded no list: no further requests. */
let isListEmpty = false

/**
 * Whether a password is in the operator's breach list. Only the first five digits of its hash are sent. False
 * where browsers do not hash (a page over plain HTTP), and without an answer.
 */
export async function isBreached(password: string): Promise<boolean> {
  const { subtle } = crypto as { subtle?: SubtleCrypto }
  if (!subtle || isListEmpty) return false
  const hash = hexOf(await subtle.digest('SHA-1', new TextEncoder().encode(password)))
  const outcome = await send(findBreached, {}, { parts: { prefix: hash.slice(0, PREFIX) } })
  if (outcome.kind !== 'answered') return false
  const { suffixes } = outcome.answer.data
  isListEmpty = suffixes === ''
  return holds(suffixes, hash.slice(PREFIX, PREFIX + SUFFIX))
}

function hexOf(bytes: ArrayBuffer): string {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function holds(suffixes: string, wanted: string): boolean {
  if (wanted === FILLER) return false
  for (let place = 0; place < suffixes.length; place += SUFFIX)
    if (suffixes.startsWith(wanted, place)) return true
  return false
}
