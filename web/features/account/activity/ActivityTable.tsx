import type { ActivityLine, AdviceName } from '#contract/features/activity.ts'
import { advice } from './advice.ts'

export function ActivityTable({ lines, phone }: { lines: readonly ActivityLine[]; phone: string }) {
  return (
    <table className="table stacks account-people" aria-labelledby="log">
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">Who</th>
          <th scope="col">Device</th>
          <th scope="col">IP address</th>
          <th scope="col">When</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ key, text, more, isWarning, who, device, ip, at, ...line }) => (
          <tr key={key}>
            <th scope="row" data-label="What">
              <span>
                <b className={isWarning ? 'activity-warning' : undefined}>{text}</b>
                {more !== '' && <small>{more}</small>}
                <NotYou name={line.advice} isOwn={line.isOwn} phone={phone} />
              </span>
            </th>
            <td data-label="Who">{who}</td>
            <td data-label="Device">{device || '–'}</td>
            <td data-label="IP address">{ip || '–'}</td>
            <td data-label="When">{at}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function NotYou({ name, isOwn, phone }: { name: AdviceName; isOwn: boolean; phone: string }) {
  const { text, href, link }: (typeof advice)[AdviceName] & { href?: string; link?: string } = advice[name]
  return (
    <details className="activity-advice">
      <summary>{isOwn ? 'Not you?' : 'Not right?'}</summary>
      <p>
        {text} {href ? <a href={href}>{link}</a> : `Our number is ${phone}.`}
      </p>
    </details>
  )
}
