import { pages } from '#contract/pages.ts'

type SeatsTileProps = { taken: number; seats: number; canChangePlan: boolean }

/** How many more people can be invited, and why. */
export function SeatsTile({ taken, seats, canChangePlan }: SeatsTileProps) {
  return (
    <section className="tile" aria-labelledby="seats">
      <h2 id="seats">Seats</h2>
      <p className="big">
        {`${taken} of ${seats}`} <small>{seats === 1 ? 'seat taken' : 'seats taken'}</small>
      </p>
      <p className="hint">
        Each agent access in your plan is one seat. Each person takes one, and so does each open invitation.
        Dialers are not seats. People who do not dial at the same time can share them.
      </p>
      {canChangePlan && (
        <p className="hint">
          For more seats, add agent access to <a href={pages.plan}>your plan</a>.
        </p>
      )}
    </section>
  )
}
