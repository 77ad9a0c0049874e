import { useEffect, useRef, useState } from 'react'

const LAST_MINUTE = 60

/** Counts down by the clock of the browser, from what the server said. The server ends the view by its own. */
export function TimeLeft({ seconds, onOver }: { seconds: number; onOver: () => void }) {
  const [left, setLeft] = useState(seconds)
  const over = useRef(onOver)
  useEffect(() => {
    over.current = onOver
  })

  useEffect(() => {
    const endsAt = Date.now() + seconds * 1000
    const timer = setInterval(() => {
      const rest = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))
      setLeft(rest)
      if (rest > 0) return
      clearInterval(timer)
      over.current()
    }, 500)
    return () => clearInterval(timer)
  }, [seconds])

  return (
    <>
      <p className="see-as-time" role="timer">
        {formatLeft(left)} left
      </p>
      <p className="unseen" role="status">
        {left <= LAST_MINUTE ? 'The view ends in less than one minute.' : ''}
      </p>
    </>
  )
}

function formatLeft(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
