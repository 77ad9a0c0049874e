import type { DeskPageProps } from '#contract/desk/desk-page-values.ts'
import { DeskLayout } from '../DeskLayout.tsx'

export function TodayPage({ operator }: DeskPageProps<'today'>) {
  return (
    <DeskLayout operator={operator} page="today" title="Today">
      <p className="desk-empty">Nothing waits.</p>
    </DeskLayout>
  )
}
