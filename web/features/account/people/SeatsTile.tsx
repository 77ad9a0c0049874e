import { pages } from '#contract/pages.ts'

type SeatsTileProps = { taken: number; seats: number; isOwner: boolean }

/** How many more may come, and what decides it. */
export function SeatsTile({ taken, seats, isOwner }: SeatsTileProps) {
  return (
    <section className="tile" aria-labelledby="seats">
      <h2 id="seats">Seats</h2>
      <p className="big">
        {`${taken} of ${seats}`} <small>{seats === 1 ? 'seat taken' : 'seats taken'}</small>
      </p>
      <p className="hint">
        A seat is one agent access of your plan. Each person takes one, also while an invitation is open.
        Dialers are not seats: people who do not dial at the same time can share them.
      </p>
      {isOwner && (
        <p className="hint">
          For more seats, add agent access to <a href={pages.plan}>your plan</a>.
        </p>
      )}
    </section>
  )
}
