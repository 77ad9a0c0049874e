import type { ReactNode } from 'react'
import type { Provider } from '#contract/provider/provider.ts'
import { Footer } from './Frame.tsx'

type SingleLayoutProps = { provider: Provider; now: string; children: ReactNode; wide?: boolean }

/** Standalone pages under /single: no header, no panel. */
export function SingleLayout({ provider, now, children, wide = false }: SingleLayoutProps) {
  return (
    <div className="page single">
      <main className="main" id="main" tabIndex={-1}>
        <div className={wide ? 'sheet wide' : 'sheet'}>{children}</div>
      </main>
      <Footer provider={provider} now={now} />
    </div>
  )
}
