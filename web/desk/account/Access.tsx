import type { DeskAccountValues, DeskSession } from '#contract/desk/account/values.ts'
import { Moment } from '../Moment.tsx'

export function Sessions({ sessions }: { sessions: readonly DeskSession[] }) {
  return (
    <section className="desk-card" aria-labelledby="sessions">
      <h2 id="sessions">Sessions</h2>
      {sessions.length === 0 ? (
        <p className="desk-empty">Nobody is signed in.</p>
      ) : (
        <ul className="plain desk-list">
          {sessions.map(({ id, name, device, ip, since, lastSeen }) => (
            <li key={id}>
              <div>
                <b>{name}</b>
                <p className="hint">
                  {[device, ip].filter(Boolean).join(' · ')}
                  {' · since '}
                  <Moment at={since} />
                  {', last seen '}
                  <Moment at={lastSeen} />
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

export function Apps({ apps: { rows, hasMore } }: Pick<DeskAccountValues, 'apps'>) {
  return (
    <section className="desk-card" aria-labelledby="apps">
      <h2 id="apps">Connected apps</h2>
      {rows.length === 0 ? (
        <p className="desk-empty">No app is connected.</p>
      ) : (
        <ul className="plain desk-list">
          {rows.map(({ key, name, by, since, lastUsed }) => (
            <li key={key}>
              <div>
                <b>{name}</b>
                <p className="hint">
                  {`${by} · since `}
                  <Moment at={since} />
                  {lastUsed && (
                    <>
                      {', last used '}
                      <Moment at={lastUsed} />
                    </>
                  )}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
      {hasMore && <p className="hint">There are more than are shown here.</p>}
    </section>
  )
}
