import type { ActivityLine } from '#contract/features/activity/values.ts'

export function ActivityTable({ lines }: { lines: readonly ActivityLine[] }) {
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
        {lines.map(({ key, text, more, isWarning, who, device, ip, at }) => (
          <tr key={key}>
            <th scope="row" data-label="What">
              <span>
                <b className={isWarning ? 'activity-warning' : undefined}>{text}</b>
                {more !== '' && <small>{more}</small>}
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
