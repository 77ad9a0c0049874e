import { useState } from 'react'
import * as messages from '#contract/accounts/second-factor-messages.ts'
import { renewRecoveryCodes, turnOffSecondFactor } from '#contract/features/second-factor.ts'
import { useCall } from '#web/form/use-call.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

const FEW_CODES = 3
const BY_YOU = 'You require it of everyone in the account. Stop requiring it before you turn it off.'

type OnTilesProps = {
  since: string
  codesLeft: number
  /** Who requires it of everyone, so that it cannot be turned off. */
  demandedBy: 'you' | 'the owner' | undefined
  onRenewed: (codes: string[]) => void
  onOff: () => void
}

export function OnTiles({ since, codesLeft, demandedBy, onRenewed, onOff }: OnTilesProps) {
  const renewal = useCall()
  const turningOff = useCall()
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <section className="tile" aria-labelledby="codes">
        <h2 id="codes">Recovery codes</h2>
        <p className={codesLeft <= FEW_CODES ? 'banner warn' : 'hint'}>{describeLeft(codesLeft)}</p>
        {renewal.error && <Banner tone="bad">{renewal.error}</Banner>}
        <div className="cluster">
          <Button
            busy={renewal.isBusy}
            onClick={() =>
              renewal.start(renewRecoveryCodes, {}, ({ data }) => onRenewed(data.recovery_codes))
            }
          >
            Create new codes
          </Button>
        </div>
      </section>
      <section className="tile" aria-labelledby="off">
        <h2 id="off">Turn it off</h2>
        <p className="hint">{`On since ${since}. Without it, your password alone opens your account.`}</p>
        {demandedBy ? (
          <p>{demandedBy === 'you' ? BY_YOU : messages.factorIsDemanded}</p>
        ) : (
          <>
            {turningOff.error && <Banner tone="bad">{turningOff.error}</Banner>}
            <div className="cluster">
              <Button look="quiet" busy={turningOff.isBusy} onClick={() => setAsked(true)}>
                Turn off
              </Button>
            </div>
            <TurnOffDialog
              open={isAsked}
              onCancel={() => setAsked(false)}
              onConfirm={() => {
                setAsked(false)
                turningOff.start(turnOffSecondFactor, {}, onOff)
              }}
            />
          </>
        )}
      </section>
    </>
  )
}

function describeLeft(left: number): string {
  if (left === 0) return 'You have no recovery codes left. Create new ones now.'
  const codes = left === 1 ? '1 code' : `${left} codes`
  return `You have ${codes} left. New codes replace them.`
}

type TurnOffDialogProps = { open: boolean; onCancel: () => void; onConfirm: () => void }

function TurnOffDialog({ open, onCancel, onConfirm }: TurnOffDialogProps) {
  return (
    <Dialog
      title="Turn off two-step verification?"
      size="question"
      open={open}
      onClose={onCancel}
      footer={
        <>
          <Button look="quiet" onClick={onCancel}>
            Keep it on
          </Button>
          <Button onClick={onConfirm}>Turn off now</Button>
        </>
      }
    >
      <p>From then on, your password alone opens your account. Your recovery codes stop working.</p>
    </Dialog>
  )
}
