import { findWeakness, type Person, type Weakness } from './find-weakness.ts'

const texts: Record<Weakness, string> = {
  common: 'Weak: this is one of the most common passwords.',
  variation: 'Weak: this is a common password with small changes.',
  pattern: 'Weak: repeated characters, rows of keys and dates are guessed early.',
  email: 'Weak: this contains part of your email.',
  name: 'Weak: this contains your name.',
  company: 'Weak: this contains the name of your company.',
}

/** The sentence that warns of a password, if there is a reason. */
export function warningOf(password: string, person: Person): string | undefined {
  const weakness = findWeakness(password, person)
  return weakness && texts[weakness]
}
