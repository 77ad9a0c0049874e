import type { ReactNode } from 'react'
import { Banner, type Tone } from './Banner.tsx'
import { useFocusOnNews } from './use-focus.ts'

type LinkOverProps = {
  title: string
  text: string
  /** It replaced the form the person just used. */
  isNews: boolean
  tone?: Tone
  /** The ways to continue. */
  children: ReactNode
}

/** A link from an email that no longer works, and why. */
export function LinkOver({ title, text, isNews, tone = 'bad', children }: LinkOverProps) {
  const heading = useFocusOnNews(isNews)
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <div className="form">
        <Banner tone={tone}>{text}</Banner>
        {children}
      </div>
    </>
  )
}
