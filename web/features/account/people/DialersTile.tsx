import type { RefObject } from 'react'
import type { Person, SharedDialer } from '#contract/features/people.ts'
import { pages } from '#contract/pages.ts'
import { Button } from '#web/ui/Button.tsx'
import { type News, TileNews } from './use-people.tsx'

type DialersTileProps = {
  heading: RefObject<HTMLHeadingElement | null>
  news: News | undefined
  dialers: readonly SharedDialer[]
  people: readonly Person[]
  canManage: boolean
  isBusy: boolean
  canChangePlan: boolean
  onAssign: (dialer: SharedDialer) => void
  onTake: (dialer: SharedDialer, person: { id: number; name: string }) => void
}

/** Who uses which dialer. Sharing is for people who do not dial at the same time, which the dialer enforces. */
export function DialersTile({
  heading,
  news,
  dialers,
  people,
  canManage,
  canChangePlan,
  ...props
}: DialersTileProps) {
  return (
    <section className="tile whole" aria-labelledby="dialers">
      <h2 id="dialers" ref={heading} tabIndex={-1}>
        Dialers
      </h2>
      <TileNews news={news} />
      <p className="hint">
        People can share a dialer if they do not dial at the same time: while one of them is dialing, the
        others have to wait. Someone who joins gets a dialer that nobody has.
      </p>
      {dialers.length === 0 ? (
        <p>Your plan has no dialers. {canChangePlan && <a href={pages.plan}>Add a dialer to your plan</a>}</p>
      ) : (
        <table className="table stacks account-people people-dialers">
          <thead>
            <tr>
              <th scope="col">Dialer</th>
              <th scope="col">Who has it</th>
              {canManage && <th scope="col">Options</th>}
            </tr>
          </thead>
          <tbody>
            {dialers.map((dialer) => (
              <tr key={`${dialer.item}-${dialer.place}`}>
                <th scope="row" data-label="Dialer">
                  <span>
                    <b>{dialer.name}</b>
                    <small>{describeUse(dialer)}</small>
                  </span>
                </th>
                <td data-label="Who has it">
                  {dialer.people.length === 0 ? (
                    <span className="people-nobody">Nobody</span>
                  ) : (
                    <ul className="people-chips">
                      {dialer.people.map((person) => (
                        <li key={person.id} className="people-chip">
                          {person.name}
                          {canManage && (
                            <button
                              type="button"
                              aria-label={`Take ${dialer.name} from ${person.name}`}
                              aria-disabled={props.isBusy}
                              onClick={() => props.onTake(dialer, person)}
                            >
                              <span aria-hidden="true">×</span>
                            </button>
                          )}
                        </li>
                      ))}
                    </ul>
                  )}
                </td>
                {canManage && (
                  <td>
                    {candidatesFor(dialer, people).length > 0 && (
                      <Button
                        small
                        look="quiet"
                        label={`${dialer.people.length > 0 ? 'Share' : 'Assign'} ${dialer.name}`}
                        onClick={() => props.onAssign(dialer)}
                      >
                        {dialer.people.length > 0 ? 'Share' : 'Assign'}
                      </Button>
                    )}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

/** Everyone who has joined and does not have it yet. */
export function candidatesFor(dialer: SharedDialer, people: readonly Person[]): Person[] {
  return people.filter(({ id, has_joined }) => has_joined && !dialer.people.some((one) => one.id === id))
}

function describeUse({ people, ends }: SharedDialer): string {
  const shared = people.length > 1 ? `Shared by ${people.length}` : ''
  return [shared, ends && `Ends on ${ends}`].filter(Boolean).join(' · ')
}
