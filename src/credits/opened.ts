import type { HasEffects, Opened, Untold } from './untold'

/**
 * What a write answered, for who tells it or hands it on as another `Untold`: the services and `credits/tell.ts`. A
 * lint rule keeps it from everybody else.
 */
export function opened<Data extends HasEffects>(answer: Untold<Data>): Data
export function opened<Row>(row: Row): Opened<Row>
export function opened(answer: unknown): unknown {
  return answer
}
