import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

/** The only time the codes are shown: only their hashes are stored. */
export function RecoveryCodes({ codes, children }: { codes: readonly string[]; children?: ReactNode }) {
  const [copied, setCopied] = useState('')
  const isHydrated = useHydrated()

  async function copy() {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      setCopied('The codes were copied.')
    } catch {
      setCopied('Your browser did not allow copying. Select the codes and copy them yourself.')
    }
  }

  return (
    <>
      <p>
        If you lose your phone, each of these codes signs you in once. Keep them somewhere safe, not only on
        that phone. We cannot show them again.
      </p>
      <ol className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div role="status">{copied}</div>
      <div className="cluster unprinted">
        {isHydrated && (
          <>
            <Button look="ghost" onClick={() => void copy()}>
              Copy
            </Button>
            <Button look="quiet" onClick={() => print()}>
              Print
            </Button>
          </>
        )}
        {children}
      </div>
    </>
  )
}
