import { layers } from './layers.ts'
import { noSteeringByText } from './no-steering-by-text.ts'

/** The lint rules that only this project needs. */
export default {
  meta: { name: 'voleio' },
  rules: { layers, 'no-steering-by-text': noSteeringByText },
}
