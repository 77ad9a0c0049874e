import { isBreached } from './find-breach.ts'
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

/** Shorter ones are refused by the rules of the field. */
const LEAST = 6
/** Nothing is asked while somebody is typing. */
const PAUSE_MS = 400

/**
 * Shows the sentence that warns of a password, if there is a reason: at once what the browser knows by itself, and after
 * a pause what the list of breached passwords knows. Returns how to stop.
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
