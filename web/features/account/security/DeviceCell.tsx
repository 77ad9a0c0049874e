import type { TrustedDevice } from '#contract/features/security.ts'

type Device = Pick<TrustedDevice, 'name' | 'browser' | 'system' | 'is_this'>

/** The name that the person gave, with browser and system below: only these say what the device is. */
export function DeviceCell({ device }: { device: Device }) {
  const { name, is_this } = device
  return (
    <th scope="row" data-label="Device">
      <span>
        <b>{name || browserAndSystem(device)}</b>
        {is_this && <span className="account-own">This one</span>}
        {name !== '' && <small>{browserAndSystem(device)}</small>}
      </span>
    </th>
  )
}

/** The same in one line, for the label of a button. */
export function describeDevice(device: Device): string {
  const { name } = device
  return name === '' ? browserAndSystem(device) : `${name} (${browserAndSystem(device)})`
}

function browserAndSystem({ browser, system }: Device): string {
  return system === '' ? browser : `${browser} on ${system}`
}
