export function SecondStepPanel() {
  return (
    <>
      <h2>One more step.</h2>
      <p>
        Your account is protected by more than your password. We will never call you to ask for your password
        or a code.
      </p>
    </>
  )
}
