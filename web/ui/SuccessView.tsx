import { useId } from 'react'
import { pages } from '#contract/pages.ts'
import { LinkButton } from './LinkButton.tsx'
import { useFocusOnNews } from './use-focus.ts'

type SuccessViewProps = {
  title?: string
  text: string
  /** Announces itself, because it replaced the form the person just used. */
  isNews: boolean
  /** The next page. */
  next?: { href: string; label: string }
}

const login = { href: pages['sign-in'], label: 'Back to Login' }

export function SuccessView({ title = 'Success!', text, isNews, next = login }: SuccessViewProps) {
  const heading = useFocusOnNews(isNews)
  const textId = useId()

  return (
    <div className="outcome">
      <svg className="tick" viewBox="0 0 48 48" aria-hidden="true">
        <circle cx="24" cy="24" r="24" />
        <path d="m14.5 24.5 6.5 6.5 12.5-13" />
      </svg>
      <h1 ref={heading} tabIndex={-1} aria-describedby={textId}>
        {title}
      </h1>
      <p className="lede" id={textId}>
        {text}
      </p>
      <LinkButton href={next.href}>{next.label}</LinkButton>
    </div>
  )
}
