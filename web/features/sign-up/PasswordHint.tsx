import { strengthOf } from './password-strength.ts'

const words = {
  weak: 'Weak: a few more words would help.',
  fair: 'Fair: longer is stronger.',
  strong: 'Strong.',
}

/** Says how good a password is and never stands in the way. */
export function PasswordHint({ password }: { password: string }) {
  if (password === '') return '6 to 120 characters.'
  const strength = strengthOf(password)
  return <span className={`strength ${strength}`}>{words[strength]}</span>
}
