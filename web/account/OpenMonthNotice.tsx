import { useState } from 'react'
import { latePart, useLatePart } from '#web/ui/late-part.tsx'
import { LinkToPay, type OpenMonthProps, sayOpen } from './say-open-month.tsx'

const OpenLine = latePart<OpenMonthProps>(async () => (await import('./OpenLine.tsx')).OpenLine, StaticLine)

/** While a month is unpaid: one line, with one button for people who may pay. */
export function OpenMonthNotice(props: OpenMonthProps) {
  const { month } = props
  const [first, setFirst] = useState(month)
  if (month && !first) setFirst(month)
  const isPayers = first !== null && 'cents' in first
  useLatePart(OpenLine, isPayers)
  if (!first) return null
  return isPayers ? <OpenLine {...props} /> : <StaticLine {...props} />
}

/** For people who may not pay, without JavaScript, and until the button has been fetched. */
function StaticLine({ month }: OpenMonthProps) {
  return (
    month && (
      <div className={`banner unprinted ${month.isConfirming ? 'info' : 'warn'}`}>
        <div className="account-open">
          <p>{sayOpen(month)}</p>
          {'cents' in month && !month.isConfirming && <LinkToPay month={month} />}
        </div>
      </div>
    )
  )
}
