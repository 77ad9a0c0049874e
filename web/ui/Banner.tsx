import type { ReactNode } from 'react'

export type Tone = 'ok' | 'warn' | 'bad' | 'info'

/** Errors interrupt screen readers; other messages wait. */
export function Banner({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <div className={`banner ${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <div>{children}</div>
    </div>
  )
}
