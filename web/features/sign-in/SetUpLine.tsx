import { useEffect, useState } from 'react'
import type { SetUpNews } from '#contract/pages.ts'

/** Stands in the HTML as it is now; what follows it is fetched only by those who have something to follow. */
export function SetUpLine({ start }: { start: SetUpNews }) {
  const [news, setNews] = useState(start)

  useEffect(() => {
    if (start.state === 'ready') return
    const leaving = new AbortController()
    // A script that does not arrive leaves the line as it is: the mail tells, too.
    import('./follow-set-up.ts').then(({ follow }) => follow(setNews, leaving.signal)).catch(() => {})
    return () => leaving.abort()
  }, [start.state])

  return (
    <p className={`set-up ${news.state}`} role="status">
      {news.words}
    </p>
  )
}
