import type { ShownOperator } from '#contract/desk/desk-page-values.ts'
import {
  changeSetting,
  resetSetting,
  type SettingKey,
  settingLabels,
  settingText,
  type TextsValues,
} from '#contract/desk/settings.ts'
import { configOf } from '#web/form/field-config.ts'
import { TextField } from '#web/form/TextField.tsx'
import { SafeMarkup } from '#web/ui/SafeMarkup.tsx'
import { type TakeAnswer, useOutcome } from '../DeskOutcome.tsx'
import { ReasonDialog } from '../ReasonDialog.tsx'
import { mayChange, SettingsSection } from './SettingsSection.tsx'

const says: Record<SettingKey, string> = {
  'login-message': 'Stands on the sign-in page, below the heading.',
  'system-status':
    'Stands on the sign-in page and in every account. “Normal” shows a green dot, every other text an amber one.',
}

type TextsProps = { initial: TextsValues; operator: ShownOperator | null }

export function Texts({ initial, operator }: TextsProps) {
  const { values, outcome, done } = useOutcome(initial)
  const canChange = mayChange(operator, 'texts')
  return (
    <SettingsSection name="texts" operator={operator} outcome={outcome}>
      <div className="desk-columns">
        {(Object.keys(settingLabels) as SettingKey[]).map((name) => (
          <section className="desk-card" key={name} aria-labelledby={name}>
            <h3 id={name}>{settingLabels[name]}</h3>
            <p className="hint">{says[name]}</p>
            <Preview name={name} {...values[name]} />
            {canChange && (
              <div className="desk-toolbar">
                <Change key={values[name].text} name={name} {...values[name]} onDone={done} />
                {values[name].text !== values[name].normal && (
                  <Reset name={name} {...values[name]} onDone={done} />
                )}
              </div>
            )}
          </section>
        ))}
      </div>
    </SettingsSection>
  )
}

/** As people see it. */
function Preview({ name, text, normal }: { name: SettingKey; text: string; normal: string }) {
  return (
    <div className="settings-preview">
      {name === 'system-status' ? (
        <p>
          <i className={text === normal ? 'settings-dot' : 'settings-dot is-warn'} />
          {`System status: ${text}`}
        </p>
      ) : (
        <p>
          <SafeMarkup text={text} />
        </p>
      )}
    </div>
  )
}

type ChangeProps = { name: SettingKey; text: string; normal: string; onDone: TakeAnswer<TextsValues> }

function Change({ name, text, normal, onDone }: ChangeProps) {
  return (
    <ReasonDialog
      call={changeSetting}
      bodyOf={(form) => ({ name, text: form.text, seen: text, reason: form.reason })}
      fields={{ text: configOf(settingText, { value: text }) }}
      ask={(form) => (
        <>
          <TextField field={form.field('text')} />
          <p className="hint">This is how it will look:</p>
          <Preview name={name} text={form.values.text} normal={normal} />
        </>
      )}
      verb="Change"
      label={`Change the ${settingLabels[name].toLowerCase()}`}
      title={`Change the ${settingLabels[name].toLowerCase()}`}
      onDone={onDone}
    />
  )
}

function Reset({ name, text, normal, onDone }: ChangeProps) {
  return (
    <ReasonDialog
      call={resetSetting}
      bodyOf={({ reason }) => ({ name, seen: text, reason })}
      verb="Restore the default"
      label={`Restore the default ${settingLabels[name].toLowerCase()}`}
      title={`Restore the default ${settingLabels[name].toLowerCase()}?`}
      onDone={onDone}
    >
      <p>People will read:</p>
      <Preview name={name} text={normal} normal={normal} />
    </ReasonDialog>
  )
}
