import { useEffect, useRef, useState } from 'react'
import { pages } from '#contract/pages.ts'
import { Button } from '#web/ui/Button.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'

/** The only time the codes are shown: we store nothing that could show them again. */
export function CodesTile({ codes, text }: { codes: readonly string[]; text: string }) {
  const [copied, setCopied] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  async function copy() {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      setCopied('The codes were copied.')
    } catch {
      setCopied('Your browser did not allow copying. Select the codes and copy them yourself.')
    }
  }

  return (
    <section className="tile whole" aria-labelledby="codes">
      <h2 id="codes" ref={heading} tabIndex={-1}>
        Save your recovery codes
      </h2>
      <div className="banner ok unprinted">{text}</div>
      <p>
        If you lose your phone, each of these codes signs you in once. Keep them somewhere safe, not only on
        that phone. We cannot show them again.
      </p>
      <ol className="second-factor-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div role="status">{copied}</div>
      <div className="cluster unprinted">
        <Button onClick={() => void copy()}>Copy</Button>
        <Button look="quiet" onClick={() => print()}>
          Print
        </Button>
        <LinkButton href={pages.security}>I have saved them</LinkButton>
      </div>
    </section>
  )
}
