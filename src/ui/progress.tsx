/** A progress bar from 0 to 100 percent. `label` is its accessible name. */
export const Progress = ({ percent, label }: { percent: number; label: string }) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuenow={percent}
    aria-valuemin={0}
    aria-valuemax={100}
    className="h-3 overflow-hidden rounded-full bg-sunken"
  >
    <span className="block h-full rounded-full bg-mark" style={{ width: `${percent}%` }} />
  </div>
)
