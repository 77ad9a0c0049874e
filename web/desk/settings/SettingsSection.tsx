import type { ReactNode } from 'react'
import type { ShownOperator } from '#contract/desk/desk-page-values.ts'
import { type SettingsSectionName, settingsSections } from '#contract/desk/settings.ts'
import { DeskOutcome, type Outcome } from '../DeskOutcome.tsx'
import { may, NeedsRole } from '../Offered.tsx'

type SettingsSectionProps = {
  name: SettingsSectionName
  operator: ShownOperator | null
  outcome: Outcome | undefined
  /** At the right of the heading. */
  actions?: ReactNode
  children: ReactNode
}

/** One part of the settings. */
export function SettingsSection({ name, operator, outcome, actions, children }: SettingsSectionProps) {
  const { title, says, permission } = settingsSections[name]
  return (
    <section className="settings-section" id={name} aria-labelledby={`${name}-title`}>
      <div className="settings-head">
        <div>
          <h2 id={`${name}-title`}>{title}</h2>
          <p className="hint">{says}</p>
          <NeedsRole operator={operator} permission={permission} />
        </div>
        {actions && <div className="desk-toolbar">{actions}</div>}
      </div>
      <DeskOutcome outcome={outcome} />
      {children}
    </section>
  )
}

export function mayChange(operator: ShownOperator | null, name: SettingsSectionName): boolean {
  return may(operator, settingsSections[name].permission)
}
