import { waysBack } from '#contract/accounts/ways-back.ts'
import type { Ownership, TakenBack } from '#contract/features/not-me.ts'
import { pages } from '#contract/pages.ts'
import { OwnershipBanner } from './OwnershipBanner.tsx'

type TakenBackListProps = { takenBack: TakenBack; ownership: Ownership | null; phone: string }

/** Nobody is signed in by now: each link leads there by way of the sign-in. */
export function TakenBackList({ takenBack, ownership, phone }: TakenBackListProps) {
  const { removed, removesMore, stillInvited, changes, hasMoreChanges } = takenBack
  return (
    <div className="not-me-undone">
      <OwnershipBanner ownership={ownership} phone={phone} />
      {removed.length > 0 && (
        <section aria-labelledby="removed">
          <h2 id="removed">Removed from your account</h2>
          <p>They were invited in your name since our first email about it.</p>
          <Lines lines={removesMore ? [...removed, 'More of them are being removed now.'] : removed} />
          <p>
            <a href={pages.people}>Invite again</a> anyone you know.
          </p>
        </section>
      )}
      {stillInvited.length > 0 && (
        <section aria-labelledby="still-invited">
          <h2 id="still-invited">Invited before that, and not removed</h2>
          <Lines lines={stillInvited} />
          <p>
            <a href={pages.people}>Remove</a> anyone you do not know.
          </p>
        </section>
      )}
      {changes.length > 0 && (
        <section aria-labelledby="changed">
          <h2 id="changed">What else changed since then</h2>
          <ul>
            {changes.map(({ wayBack, texts }) => (
              <li key={wayBack}>
                {texts.join('. ')}. <a href={waysBack[wayBack].path}>{waysBack[wayBack].label}</a>
              </li>
            ))}
          </ul>
          {hasMoreChanges && (
            <p>
              There is more: <a href={pages.activity}>see everything that happened</a>.
            </p>
          )}
        </section>
      )}
    </div>
  )
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
