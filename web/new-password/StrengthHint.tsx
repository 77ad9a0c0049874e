import { useEffect, useState } from 'react'
import type { Person } from './find-weakness.ts'
import { strengthOf } from './password-strength.ts'

const text = {
  weak: 'Weak: easy to guess. A few words in a row are long and easy to remember.',
  fair: 'Fair: longer is safer.',
  strong: 'Strong.',
}

/**
 * Only a hint: six characters are accepted. A warning says why a password is easily guessed, and is announced
 * when it appears.
 */
export function StrengthHint({ password, ...person }: { password: string } & Person) {
  const warning = useWarning(password, person)
  const strength = warning ? 'weak' : strengthOf(password)
  return (
    <span className={strength ? `strength-meter ${strength}` : 'strength-meter'}>
      <span>
        {!warning && (strength ? text[strength] : 'At least 6 characters. Longer is safer.')}
        <span role="status">{warning}</span>
      </span>
    </span>
  )
}

/** The script with the reasons is fetched once something is typed. If that fails, there is no warning. */
function useWarning(password: string, { email, name, company }: Person): string | undefined {
  const [warning, setWarning] = useState<string>()
  useEffect(() => {
    let isPast = false
    let stop = () => {}
    const show = (found?: string) => !isPast && setWarning(found)
    if (password === '') show()
    else
      import('./warn-of-password.ts').then(
        ({ warnOf }) => {
          if (!isPast) stop = warnOf(password, { email, name, company }, show)
        },
        () => {},
      )
    return () => {
      isPast = true
      stop()
    }
  }, [password, email, name, company])
  return password === '' ? undefined : warning
}
