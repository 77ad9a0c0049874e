import { useEffect, useState } from 'react'
import type { PasskeyOffer as Offer } from '#contract/accounts/account-values.ts'
import { answerPasskeyOffer } from '#contract/features/passkeys.ts'
import { sendOnce } from '#web/api.ts'
import { useBusy } from '#web/form/use-busy.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

/**
 * The browser may try to create one automatically once per tab. If it never answers, the next page asks the
 * person.
 */
const TRIED = 'passkey-tried'
const loadMaker = () => import('./passkeys.ts')

/** After a password sign-in: the browser creates a passkey automatically, or the person is asked once. */
export function PasskeyOffer({ offer }: { offer: Offer }) {
  const [isAsking, setAsking] = useState(false)
  const [error, setError] = useState('')
  const [added, setAdded] = useState('')
  const { isBusy, run } = useBusy()

  useEffect(() => {
    async function begin() {
      if (offer.mayCreate && sessionStorage.getItem(TRIED) === null && (await canCreateAlone())) {
        sessionStorage.setItem(TRIED, '1')
        const made = await (await loadMaker()).makePasskey('automatic')
        if (made.kind === 'made') return setAdded(made.added.name)
      }
      if (!offer.mayAsk || isInUse()) return
      const noted = await sendOnce(answerPasskeyOffer, { answer: 'asked' })
      if (noted.kind === 'answered') setAsking(true)
    }
    begin().catch(() => {})
  }, [offer])

  function create() {
    void run(async () => {
      setError('')
      const { makePasskey } = await loadMaker()
      const made = await makePasskey()
      if (made.kind === 'failed') return setError(made.text)
      if (made.kind === 'made') setAdded(made.added.name)
      setAsking(false)
    })
  }

  function never() {
    setAsking(false)
    void sendOnce(answerPasskeyOffer, { answer: 'never' })
  }

  return (
    <>
      <div role="status">
        {added && (
          <div className="banner ok">{`The passkey “${added}” was added. Next time, sign in with it instead of your password.`}</div>
        )}
      </div>
      <Dialog
        title="Sign in faster with a passkey"
        size="question"
        open={isAsking}
        onClose={() => setAsking(false)}
        footer={
          <>
            <Button small look="quiet" onClick={never}>
              Never ask
            </Button>
            <Button small look="quiet" onClick={() => setAsking(false)}>
              Not now
            </Button>
            <Button small busy={isBusy} onClick={create}>
              Create
            </Button>
          </>
        }
      >
        {error !== '' && <Banner tone="bad">{error}</Banner>}
        <p>
          Next time, sign in with your fingerprint, face or screen lock instead of your password. You can also
          add a passkey later, in Security.
        </p>
      </Dialog>
    </>
  )
}

/** A dialog that nobody asked for must not take the focus from someone who has begun: the next page asks. */
function isInUse(): boolean {
  return document.activeElement !== document.body
}

type Abilities = { getClientCapabilities?(): Promise<Record<string, boolean>> }

/** Whether the browser can create a passkey without asking, after it has filled in a password. */
async function canCreateAlone(): Promise<boolean> {
  const { getClientCapabilities } = PublicKeyCredential as Abilities
  return (await getClientCapabilities?.call(PublicKeyCredential))?.conditionalCreate === true
}
