import { type ReactNode, useEffect, useState } from 'react'
import type { ShownDeskPage, ShownOperator } from '#contract/desk/desk-page-values.ts'
import { type DeskPageName, deskPageOf, deskPages } from '#contract/desk/desk-pages.ts'
import { type DeskPermission, mayAtDesk, operatorRoleLabels } from '#contract/desk/desk-roles.ts'
import { signOutOfDesk } from '#contract/desk/sign-in.ts'
import type { BodyOf, Call } from '#contract/wire/call.ts'
import { type Outcome, sendBy, sendOnce } from '#web/api.ts'
import { useCall } from '#web/form/use-call.ts'
import { useLeaving } from '#web/form/use-leaving.ts'
import { leaveFor } from '#web/leave-for.ts'
import { BrandMark } from '#web/ui/BrandMark.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { type DialogOutcome, SignedOut, showQuestion, signedOut } from '#web/ui/SignedOut.tsx'
import { DeskOutcome, type Outcome as DoneLast } from './DeskOutcome.tsx'
import { Filter, type FilterProps } from './Filter.tsx'
import { FindBox, type FindWatch } from './FindBox.tsx'
import { NeedsRole } from './Offered.tsx'

type DeskLayoutProps = {
  operator: ShownOperator | null
  /** The menu's current page. */
  page: ShownDeskPage
  title: string
  lede?: ReactNode
  /** The permission that the changes on this page need. The page tells operators who lack it. */
  changesNeed?: DeskPermission
  /** At the right of the heading. */
  actions?: ReactNode
  /** The URL of its list as CSV. */
  download?: string
  /** The last outcome, above everything else. */
  outcome?: DoneLast | undefined
  onForget?: () => void
  /** The filter of its lists. */
  filter?: FilterProps
  /** The query, in the find box. */
  sought?: string
  /** Results follow the typing there. */
  watch?: FindWatch
  children: ReactNode
}

const MENU = 'desk-menu'
/** The landmarks have names, to tell them apart from those of a framed page. */
const HEADING = 'desk-heading'

/** The layout for signed-in operators: the find box on top, the menu at the side. */
export function DeskLayout(props: DeskLayoutProps) {
  const { operator, page, title, lede, changesNeed, actions, download, children, ...more } = props
  const { outcome, onForget, filter, ...find } = more
  useSignInAgain()
  return (
    <div className="desk" data-page-of={operator?.id}>
      <a className="skip" href="#main">
        Skip to the main content
      </a>
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: here it is a banner, which can have a name */}
      <header className="desk-head" aria-label="Top bar">
        <a className="desk-brand" href={deskPages.today.path}>
          <BrandMark />
          <span>Desk</span>
        </a>
        <FindBox {...find} />
        {operator && <Who operator={operator} />}
        <button className="desk-fold" type="button" popoverTarget={MENU}>
          Menu
        </button>
      </header>
      <nav className="desk-nav" id={MENU} popover="auto" aria-label="Desk">
        {operator && <Menu operator={operator} page={page} />}
      </nav>
      <main className="desk-main" id="main" tabIndex={-1} aria-labelledby={HEADING}>
        <div className="desk-title">
          <div>
            <h1 id={HEADING}>{title}</h1>
            {lede !== undefined && <p className="lede">{lede}</p>}
            {changesNeed && <NeedsRole operator={operator} permission={changesNeed} />}
          </div>
          {(actions || download) && (
            <div className="desk-toolbar">
              {actions}
              {download && (
                <LinkButton look="quiet" small href={download}>
                  Download as CSV
                </LinkButton>
              )}
            </div>
          )}
        </div>
        <DeskOutcome outcome={outcome} {...(onForget && { onForget })} />
        {filter && <Filter {...filter} />}
        {!filter?.complaint && children}
      </main>
    </div>
  )
}

const SIGNED_OUT = 401

/** From now on, every change refused because the operator has been signed out asks them to sign in again. */
function useSignInAgain(): void {
  useEffect(() => sendBy((call, body, options) => sendSignedIn(call, body, options)), [])
}

/** The same call is repeated. If the operator cancels, it ends with the refusal. */
async function sendSignedIn<C extends Call>(
  call: C,
  body: BodyOf<C>,
  options: Parameters<typeof sendOnce>[2],
  isStill = false,
): Promise<Outcome<C>> {
  const outcome = await sendOnce(call, body, options)
  const isSignedOut = outcome.kind === 'refused' && outcome.status === SIGNED_OUT
  if (!isSignedOut || call.method === 'GET' || (await ask(isStill)) === 'canceled') return outcome
  return sendSignedIn(call, body, options, true)
}

let pending: Promise<DialogOutcome> | undefined

/** Calls refused meanwhile wait for the same answer. */
function ask(isStill: boolean): Promise<DialogOutcome> {
  pending ??= showQuestion((onEnd) => <SignedOutDialog isStill={isStill} onEnd={onEnd} />).finally(() => {
    pending = undefined
  })
  return pending
}

function SignedOutDialog({ isStill, onEnd }: { isStill: boolean; onEnd: (how: DialogOutcome) => void }) {
  const [ended, setEnded] = useState<DialogOutcome>()
  useLeaving(() => onEnd('canceled'))
  // Not before the dialog has closed, which restores the focus.
  useEffect(() => {
    if (ended) onEnd(ended)
  }, [ended, onEnd])
  return (
    <Dialog {...signedOut(isStill)} size="question" open={!ended} onClose={() => setEnded('canceled')}>
      <SignedOut onEnd={setEnded} />
    </Dialog>
  )
}

function Who({ operator }: { operator: ShownOperator }) {
  const { isBusy, error, start } = useCall()
  return (
    <div className="desk-who">
      <a href={deskPages.me.path}>
        {operator.name}
        <span className="hint"> {operatorRoleLabels[operator.role]}</span>
      </a>
      <button
        className="desk-link"
        type="button"
        disabled={isBusy}
        onClick={() =>
          start(signOutOfDesk, {}, ({ data }) => (leaveFor(data.redirect_url) ? 'leaving' : undefined))
        }
      >
        Sign out
      </button>
      {error !== '' && <span role="alert">{error}</span>}
    </div>
  )
}

/** Only pages that the operator's role may open. */
function Menu({ operator, page }: { operator: ShownOperator; page: ShownDeskPage }) {
  const shown = (Object.keys(deskPages) as DeskPageName[]).flatMap((name) => {
    const { path, label, permission } = deskPageOf[name]
    return label && permission && mayAtDesk(operator.role, permission) ? [{ name, path, label }] : []
  })
  return (
    <ul className="plain">
      {shown.map(({ name, path, label }) => (
        <li key={name}>
          <a href={path} aria-current={name === page ? 'page' : undefined}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** The layout before the sign-in is complete: one narrow sheet. */
export function DeskSignInLayout({
  title,
  lede,
  children,
}: {
  title: string
  lede: string
  children: ReactNode
}) {
  return (
    <div className="desk-single">
      <main className="desk-sheet" id="main">
        <p className="desk-brand">
          <BrandMark />
          <span>Desk</span>
        </p>
        <h1>{title}</h1>
        <p className="lede">{lede}</p>
        {children}
      </main>
    </div>
  )
}
