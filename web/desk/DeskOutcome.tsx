import { useEffect, useRef, useState } from 'react'
import { useLeaving } from '#web/form/use-leaving.ts'
import { Button } from '#web/ui/Button.tsx'

/** The outcome where the person looks: it takes the focus, because the pressed button may be gone. */
export function DeskOutcome({ outcome, onForget }: { outcome: Outcome | undefined; onForget?: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  const count = outcome?.count
  useEffect(() => {
    if (count !== undefined) box.current?.focus()
  }, [count])
  // The Back button must not bring a secret back.
  useLeaving(() => outcome?.secret !== undefined && onForget?.())
  if (!outcome) return null
  return (
    <div className="banner ok" role="status" tabIndex={-1} ref={box}>
      <div>
        <p>{outcome.said}</p>
        {outcome.secret && <Secret key={outcome.count} text={outcome.secret} />}
      </div>
      {outcome.isStale && <p>{sayStale(outcome)}</p>}
    </div>
  )
}

/** `isStale`: the page still shows the old values. */
export type Outcome = { said: string; secret?: string; isStale: boolean; count: number }

type Answer<Shown> = { data: { said: string; secret?: string; values?: Shown | undefined } }

/** Takes the answer of a change. */
export type TakeAnswer<Shown> = (answer: Answer<Shown>) => void

/** A page's latest values from the server, and the last outcome. */
export function useOutcome<Shown>(initial: Shown) {
  const [values, setValues] = useState(initial)
  const [outcome, setOutcome] = useState<Outcome>()

  function done({ data }: Answer<Shown>) {
    if (data.values !== undefined) setValues(data.values)
    setOutcome((before) => ({
      said: data.said,
      ...(data.secret ? { secret: data.secret } : {}),
      isStale: data.values === undefined,
      count: (before?.count ?? 0) + 1,
    }))
  }

  return { values, outcome, done, forget: () => setOutcome(undefined) }
}

function Secret({ text }: { text: string }) {
  const [copied, setCopied] = useState('')

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied('Copied.')
    } catch {
      setCopied('Your browser did not allow copying. Select the text and copy it yourself.')
    }
  }

  return (
    <>
      <p>
        <code className="desk-secret">{text}</code>
      </p>
      <p>It is shown only this once. Copy it now.</p>
      <div className="cluster">
        <Button look="quiet" small onClick={() => void copy()}>
          Copy
        </Button>
        <span role="status">{copied}</span>
      </div>
    </>
  )
}

function sayStale({ secret }: Outcome): string {
  const when = secret ? 'After you have copied it, reload the page' : 'Reload the page'
  return `The rest of this page could not be refreshed. ${when} to see the change.`
}
