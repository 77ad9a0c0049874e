import type { DeskPageProps } from '#contract/desk/desk-page-values.ts'
import { type SettingsSectionName, settingsSections } from '#contract/desk/settings.ts'
import { DeskLayout } from '../DeskLayout.tsx'
import { Blocks } from './Blocks.tsx'
import { Prices } from './Prices.tsx'
import { Texts } from './Texts.tsx'
import { Webinars } from './Webinars.tsx'

/** Everything that applies to all accounts, each section with the role that may change it. */
export function SettingsPage({ values, operator, now }: DeskPageProps<'settings'>) {
  return (
    <DeskLayout
      operator={operator}
      page="settings"
      title="Settings"
      lede="What holds for everyone: texts, training webinars, prices and blocks."
    >
      <nav aria-label="Sections">
        <ul className="plain settings-nav">
          {(Object.keys(settingsSections) as SettingsSectionName[]).map((name) => (
            <li key={name}>
              <a href={`#${name}`}>{settingsSections[name].title}</a>
            </li>
          ))}
        </ul>
      </nav>
      <Texts initial={values.texts} operator={operator} />
      <Webinars initial={values.webinars} operator={operator} />
      <Prices initial={values.prices} operator={operator} now={now} />
      <Blocks initial={values.blocks} operator={operator} />
    </DeskLayout>
  )
}
