import { useId, useState } from 'react'
import { cheapestMix } from '#contract/catalogue/cheapest-mix.ts'
import { formatPrice } from '#contract/catalogue/money.ts'
import { LEAST_SEATS, MOST_LICENCES, type PriceList, type Quantities } from '#contract/catalogue/plan.ts'
import { Button } from '#web/ui/Button.tsx'

type CountSelectProps = {
  label: string
  hint: string
  least?: number
  most?: number
  quantity: number
  error?: string | undefined
  onChange: (quantity: number) => void
}

/** A quantity. It shows the value after the rules were applied, not the raw selection. */
export function CountSelect({ label, hint, least = 0, most = MOST_LICENCES, ...props }: CountSelectProps) {
  const { quantity, error, onChange } = props
  const id = useId()
  const numbers = Array.from({ length: most - least + 1 }, (_, index) => least + index)
  return (
    <div className={error ? 'field bad' : 'field'}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="input"
        autoComplete="off"
        value={quantity}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
        onChange={(event) => onChange(Number(event.target.value))}
      >
        {numbers.map((number) => (
          <option key={number} value={number}>
            {number}
          </option>
        ))}
      </select>
      <span className="hint" id={`${id}-hint`}>
        {hint}
      </span>
      {error && (
        <span className="err" id={`${id}-error`}>
          {error}
        </span>
      )}
    </div>
  )
}

type LicenceHelpProps = { prices: PriceList; agents: number; onUse: (mix: MixCounts) => void }
export type MixCounts = Pick<Quantities, 'lead' | 'single' | 'triple'>

/** Suggests the cheapest mix of licenses for a number of people. */
export function LicenceHelp({ prices, agents: seats, onUse }: LicenceHelpProps) {
  const [chosenAgents, setAgents] = useState<number>()
  const [chosenDialing, setDialing] = useState(1)
  const agents = chosenAgents ?? seats
  const dialing = Math.min(chosenDialing, agents)
  const { lead, single, triple } = cheapestMix(agents, dialing, prices).quantities
  return (
    <details className="sign-up-help">
      <summary>How many do I need?</summary>
      <div className="part">
        <p className="hint">
          Dialing licenses can be shared between agents who do not dial at the same time.
        </p>
        <div className="row">
          <CountSelect
            label="How many agents?"
            hint="Everyone who signs in"
            least={LEAST_SEATS}
            quantity={agents}
            onChange={setAgents}
          />
          <CountSelect
            label="How many dialing at once?"
            hint="At the busiest time"
            least={1}
            most={agents}
            quantity={dialing}
            onChange={setDialing}
          />
        </div>
        <p role="status">{messageOf(agents, dialing, prices)}</p>
        <Button look="ghost" onClick={() => onUse({ lead, single, triple })}>
          Use this mix
        </Button>
      </div>
    </details>
  )
}

/** The cheapest mix in one line; also shown next to the error about too many dialers. */
export function messageOf(agents: number, dialing: number, prices: PriceList): string {
  const { quantities, total } = cheapestMix(agents, dialing, prices)
  const kind = quantities.single > 0 ? 'single line' : 'triple line'
  return `Cheapest for ${counted(agents, 'agent')} with ${dialing} dialing at once: ${counted(quantities.lead, 'CRM license')} and ${counted(dialing, `${kind} dialer`)}, ${formatPrice(total)} / mo.`
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
