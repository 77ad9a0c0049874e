import type { ReactNode } from 'react'
import type { ShownOperator } from '#contract/desk/desk-page-values.ts'
import { type DeskPageName, deskPageOf, deskPages } from '#contract/desk/desk-pages.ts'
import { mayAtDesk, operatorRoleLabels } from '#contract/desk/desk-roles.ts'
import { signOutOfDesk } from '#contract/desk/sign-in/calls.ts'
import { useCall } from '#web/form/use-call.ts'
import { leaveFor } from '#web/leave-for.ts'
import { BrandMark } from '#web/ui/BrandMark.tsx'
import { FindBox, type FindWatch } from './FindBox.tsx'
import { useSignInAgain } from './use-sign-in-again.tsx'

type DeskLayoutProps = {
  operator: ShownOperator | null
  /** The page that the menu marks. */
  page: DeskPageName
  title: string
  lede?: ReactNode
  /** Stands at the right of the heading. */
  actions?: ReactNode
  /** What was searched for, in the find box. */
  sought?: string
  /** Results follow what is typed there. */
  watch?: FindWatch
  children: ReactNode
}

const MENU = 'desk-menu'
/** The landmarks have names, so that they can be told apart from those of a framed page. */
const HEADING = 'desk-heading'

/** The layout for signed-in operators: the find box on top, the menu at the side. */
export function DeskLayout({ operator, page, title, lede, actions, children, ...find }: DeskLayoutProps) {
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
          </div>
          {actions && <div className="desk-toolbar">{actions}</div>}
        </div>
        {children}
      </main>
    </div>
  )
}

/** Only pages that the operator's role may open. */
function Menu({ operator, page }: { operator: ShownOperator; page: DeskPageName }) {
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
