import { strengthOf } from './password-strength.ts'

const text = {
  weak: 'Weak: easy to guess. A few words in a row are long and easy to remember.',
  fair: 'Fair: longer is safer.',
  strong: 'Strong.',
}

/** Only a hint: six characters are accepted. */
export function StrengthHint({ password }: { password: string }) {
  const strength = strengthOf(password)
  return (
    <span className={strength ? `strength-meter ${strength}` : 'strength-meter'}>
      {strength ? text[strength] : 'At least 6 characters. Longer is safer.'}
    </span>
  )
}
