import { findBreached } from '#contract/features/breached-passwords.ts'
import { send } from '#web/api.ts'

const PREFIX = 5
const SUFFIX = 8
/** What fills answers up to the same length. */
const FILLER = '0'.repeat(SUFFIX)

/** The operator has loaded no list: nothing more is asked. */
let isListEmpty = false

/**
 * Whether a password is in the operator's list of breached ones. Only the first five digits of its hash are sent. False
 * where browsers do not hash (a page over plain HTTP), and when there is no answer.
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

export function holds(suffixes: string, wanted: string): boolean {
  if (wanted === FILLER) return false
  for (let place = 0; place < suffixes.length; place += SUFFIX)
    if (suffixes.startsWith(wanted, place)) return true
  return false
}

function hexOf(bytes: ArrayBuffer): string {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
