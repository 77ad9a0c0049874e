import type { ReactNode } from 'react'
import { SKIP_TRACER_EXPORTS_PER_MONTH, uncoveredAreas } from '#contract/catalogue/markets.ts'
import { items } from '#contract/catalogue/plan.ts'
import {
  type Change,
  type Choices,
  hasData,
  hasDialers,
  isKeptOnClose,
  type Notice,
} from '#contract/features/sign-up/legacy-choices.ts'
import { packages } from '#contract/features/sign-up/options.ts'
import { formatList } from '#contract/wire/format-list.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

type NoticeDialogProps = {
  notice: Notice | null
  choices: Choices
  brandName: string
  /** One line of help next to an error. */
  help?: ReactNode
  onAnswer: (yes: boolean) => void
}

export const AREAS = formatList(uncoveredAreas)

/** The wizard's dialogs: Error with OK, Warning with Cancel and Proceed, Info, and coverage notices. */
export function NoticeDialog({ notice, choices, brandName, help, onAnswer }: NoticeDialogProps) {
  const shown = notice && messageOf(notice, choices, brandName)

  function answer(yes: boolean) {
    onAnswer(yes)
    if (notice && !yes) focusWarned(notice)
  }

  return (
    <Dialog
      title={shown?.title ?? ''}
      open={notice !== null}
      onClose={() => answer(notice !== null && isKeptOnClose(notice))}
      footer={
        shown && (
          <>
            {shown.no && (
              <Button look="quiet" onClick={() => answer(false)}>
                {shown.no}
              </Button>
            )}
            <Button onClick={() => answer(true)}>{shown.yes}</Button>
          </>
        )
      }
    >
      {shown?.body.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {notice?.kind === 'error' && help}
    </Dialog>
  )
}

type Words = {
  title: string
  body: string[]
  yes: string
  no?: string
}

function messageOf(notice: Notice, choices: Choices, brandName: string): Words {
  switch (notice.kind) {
    case 'error':
      return { title: 'Error', body: notice.says, yes: 'OK' }
    case 'discard':
      return {
        title: 'Warning',
        body: [
          notice.change.kind === 'email'
            ? OTHER_EMAIL
            : `This resets the ${soldIn(choices)} you have chosen.`,
        ],
        yes: 'Proceed',
        no: 'Cancel',
      }
    case 'abroad':
      return {
        title: 'Warning',
        body: [
          'Data services are available in the United States only. Choose Proceed to continue with a Dialer Only Account, or Cancel to change the country.',
        ],
        yes: 'Proceed',
        no: 'Cancel',
      }
    case 'info':
      return {
        title: 'Info',
        body: [
          `Skip tracing is unlimited inside ${brandName}. Exports are limited to ${SKIP_TRACER_EXPORTS_PER_MONTH} records per calendar month.`,
          `It has no coverage in ${AREAS}.`,
        ],
        yes: 'OK',
      }
    case 'coverage':
      return {
        title: `Coverage of ${items[notice.service].label}`,
        body: [
          `${items[notice.service].label} has no coverage in ${AREAS}. It works everywhere else in the United States.`,
        ],
        yes: 'Keep it',
        no: 'No, thanks',
      }
  }
}

const OTHER_EMAIL = `A new email starts a new sign-up, with a single user and a ${packages.data_and_dialer}. Choose Proceed to discard what you have chosen, or Cancel to keep it with your previous email.`

function soldIn({ dataAndDialerChoice }: Choices): string {
  return formatList([
    ...(hasDialers(dataAndDialerChoice) ? ['dialers'] : []),
    'users',
    ...(hasData(dataAndDialerChoice) ? ['data'] : []),
  ])
}

/** The field that each Warning is about: gets the focus after Cancel. */
const fields: Partial<Record<Change['kind'], string>> = {
  email: '[name="email"]',
  account: '[name="accountType"]:checked',
  package: '[name="dataAndDialerChoice"]:checked',
  market: '[name="market_country"]',
}

/** After the dialog has restored the focus, moves it to the field the dialog warned about. */
function focusWarned(notice: Notice): void {
  const selector = 'change' in notice ? fields[notice.change.kind] : undefined
  if (selector) requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus())
}
