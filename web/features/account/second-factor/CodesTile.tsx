import { useEffect, useRef } from 'react'
import { pages } from '#contract/pages.ts'
import { RecoveryCodes } from '#web/second-factor/RecoveryCodes.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'

export function CodesTile({ codes, text }: { codes: readonly string[]; text: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="tile whole" aria-labelledby="codes">
      <h2 id="codes" ref={heading} tabIndex={-1}>
        Save your recovery codes
      </h2>
      <div className="banner ok unprinted">{text}</div>
      <RecoveryCodes codes={codes}>
        <LinkButton href={pages.security}>I have saved them</LinkButton>
      </RecoveryCodes>
    </section>
  )
}
