import { useEffect, useRef, useState } from 'react'
import type { CardNews, CardOnFile } from '#contract/billing/values.ts'
import { removeBackupCard, saveBackupCard, swapCards } from '#contract/features/billing.ts'
import { pages } from '#contract/pages.ts'
import type { Option } from '#contract/wire/option.ts'
import type { CardValues } from '#web/form/card-fields.ts'
import { GeneralErrors } from '#web/form/ErrorSummary.tsx'
import { makeCall } from '#web/form/make-call.ts'
import { type ServerErrors, sentencesOf } from '#web/form/refusal.ts'
import { type TaskResult, useBusy } from '#web/form/use-busy.ts'
import { CardForm } from '#web/orders/CardForm.tsx'
import type { SubmitResult } from '#web/orders/use-order.ts'
import { Button } from '#web/ui/Button.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { sayCard } from './say-card.ts'

type BackupTileProps = {
  backup: CardOnFile | null
  news: CardNews | null
  first: CardOnFile | null
  countries: Option[]
  now: string
  /** Refreshes what the page shows: another tab may have changed the cards. */
  renew: () => Promise<boolean>
}

/** The card that is charged after the first one is refused: adding, replacing and removing it, or making it the first. */
export function BackupTile({ backup, news, first, countries, now, renew }: BackupTileProps) {
  const { says, needsAnother } = backup ? sayCard(backup, news) : { says: '', needsAnother: true }
  const { isBusy, run } = useBusy()
  const isHydrated = useHydrated()
  const [isEntering, setEntering] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [pressed, setPressed] = useState<'swap' | 'remove'>()
  const [refusals, setRefusals] = useState<string[]>([])
  const heading = useRef<HTMLHeadingElement>(null)
  const canSwap = backup?.refused === ''
  // Another tab has removed the card, or its bank has refused it.
  const isGone = pressed === 'swap' ? !canSwap : pressed === 'remove' && !backup
  useEffect(() => {
    if (isGone && document.activeElement === document.body) heading.current?.focus()
  }, [isGone])

  function change(what: 'swap' | 'remove', { id }: CardOnFile) {
    void run(() => {
      setPressed(what)
      setRefusals([])
      return makeCall(
        what === 'swap' ? swapCards : removeBackupCard,
        { card_id: id },
        {
          onAnswer: showChanged,
          async onErrors(errors) {
            setRefusals(sentencesOf(errors))
            await renew()
          },
        },
      )
    })
  }

  function enter(isOpen: boolean) {
    setRefusals([])
    setEntering(isOpen)
    if (!isOpen) heading.current?.focus()
  }

  async function save(card: CardValues): Promise<SubmitResult> {
    let refused: ServerErrors | undefined
    setSaving(true)
    const result = await makeCall(saveBackupCard, card, {
      onAnswer: showChanged,
      onErrors(errors) {
        refused = errors
      },
    })
    if (result !== 'leaving') setSaving(false)
    return refused ? { refused } : result
  }

  return (
    <section className="tile" id="backup" aria-labelledby="backup-title">
      <h2 id="backup-title" ref={heading} tabIndex={-1}>
        Backup card
      </h2>
      {backup ? (
        <>
          <p>
            <b>{`${backup.brand} ending in ${backup.lastFour}`}</b>
            {`, expires ${backup.expires}.`}
          </p>
          {says && <p>{says}</p>}
          <p className="hint">{backup.refused ? sayUse(first) : sayUseNow(first)}</p>
        </>
      ) : (
        <p>{`You do not have one. ${sayUse(first)}`}</p>
      )}
      <noscript>
        <p className="banner warn">Changes here need JavaScript. Please turn it on in your browser.</p>
      </noscript>
      <GeneralErrors messages={refusals} />
      <div className="cluster billing-choices">
        {!isEntering && (
          <Button
            small
            look={needsAnother ? 'primary' : 'quiet'}
            disabled={!isHydrated}
            onClick={() => enter(true)}
          >
            {backup ? 'Use another backup card' : 'Add a backup card'}
          </Button>
        )}
        {backup && canSwap && (
          <Button
            small
            look="quiet"
            busy={isBusy && pressed === 'swap'}
            disabled={!isHydrated}
            onClick={() => change('swap', backup)}
          >
            Make it the first card
          </Button>
        )}
        {backup && (
          <Button
            small
            look="quiet"
            label="Remove the backup card"
            busy={isBusy && pressed === 'remove'}
            disabled={!isHydrated}
            onClick={() => change('remove', backup)}
          >
            Remove
          </Button>
        )}
      </div>
      {isEntering && (
        <div className="stack" ref={focusFirstField}>
          <CardForm
            countries={countries}
            now={now}
            action="Save backup card"
            isConfirming={false}
            onSubmit={save}
          >
            <p className="hint">Your bank checks the card now. Nothing is charged.</p>
          </CardForm>
          <div>
            <Button small look="quiet" disabled={isSaving} onClick={() => enter(false)}>
              Cancel
            </Button>
          </div>
        </div>
      )}
    </section>
  )
}

/** The pressed button is gone. */
function focusFirstField(form: HTMLElement | null) {
  form?.querySelector('input')?.focus()
}

function showChanged(): TaskResult {
  location.assign(`${pages.billing}?saved=card`)
  return 'leaving'
}

function sayUse(first: CardOnFile | null): string {
  if (first?.refused) return `${sayUnusable(first)} so we would charge a backup card instead.`
  const card = first ? `${first.brand} ending in ${first.lastFour}` : 'first card'
  return `We charge a backup card only if your bank declines your ${card}, and never after your account has ended.`
}

/** Of a backup that can be charged. */
function sayUseNow(first: CardOnFile | null): string {
  return first?.refused ? `${sayUnusable(first)} so we charge this card instead.` : sayUse(first)
}

function sayUnusable({ brand, lastFour }: CardOnFile): string {
  return `We cannot charge your ${brand} ending in ${lastFour},`
}
