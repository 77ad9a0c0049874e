import { useRef, useState } from 'react'
import {
  DEVICES_LISTED,
  type Devices,
  forgetDevice,
  type TrustedDevice,
} from '#contract/features/security.ts'
import { useCall } from '#web/form/use-call.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DeviceCell, describeDevice } from './SessionsTile.tsx'

type TrustedTileProps = { trusted: readonly TrustedDevice[]; onChange: (devices: Devices) => void }

/** Devices that skip the second step. Only for people who have one. */
export function TrustedTile({ trusted, onChange }: TrustedTileProps) {
  const [done, setDone] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  // The pressed button may have been removed.
  const { isBusy, error, start } = useCall({ onSettled: () => heading.current?.focus() })

  function removeTrust(device: TrustedDevice) {
    setDone('')
    start(forgetDevice, { device_id: device.id }, ({ data }) => {
      onChange(data)
      setDone(`${device.name || device.browser} is asked for a code at the next sign-in.`)
    })
  }

  return (
    <section className="tile whole" aria-labelledby="trusted">
      <h2 id="trusted" ref={heading} tabIndex={-1}>
        Trusted devices
      </h2>
      <div role="status">{done && <div className="banner ok">{done}</div>}</div>
      {error && <Banner tone="bad">{error}</Banner>}
      {trusted.length === 0 ? (
        <p className="hint">You have none: each sign-in asks for a code or a passkey.</p>
      ) : (
        <>
          <TrustedTable trusted={trusted} isBusy={isBusy} onForget={removeTrust} />
          {trusted.length >= DEVICES_LISTED && (
            <p className="hint">{`At most ${DEVICES_LISTED} are listed: the newest.`}</p>
          )}
          <p className="hint">
            Signing in there takes only your password. Signing out another device above ends this, too.
          </p>
        </>
      )}
    </section>
  )
}

type TrustedTableProps = {
  trusted: readonly TrustedDevice[]
  isBusy: boolean
  onForget: (device: TrustedDevice) => void
}

function TrustedTable({ trusted, isBusy, onForget }: TrustedTableProps) {
  return (
    <table className="table stacks account-people">
      <thead>
        <tr>
          <th scope="col">Device</th>
          <th scope="col">IP address</th>
          <th scope="col">Trusted until</th>
          <th scope="col">Option</th>
        </tr>
      </thead>
      <tbody>
        {trusted.map((device) => (
          <tr key={device.id}>
            <DeviceCell device={device} />
            <td data-label="IP address">{device.address}</td>
            <td data-label="Trusted until">{device.until}</td>
            <td>
              <Button
                small
                look="quiet"
                busy={isBusy}
                label={`Forget ${device.is_this ? 'this device' : describeDevice(device)}, trusted until ${device.until}`}
                onClick={() => onForget(device)}
              >
                Forget
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
