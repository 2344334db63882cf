import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answerWith } from '../../supabase/embedded/node-adapter.ts'
import { listen } from '../support/listen'

/** Answers with the client's address that the database would get. */
const server = createServer((request, response) => {
  void answerWith(async ({ headers }) => new Response(headers.get('cf-connecting-ip')), request, response)
})
let url: string
beforeAll(async () => {
  url = `http://127.0.0.1:${await listen(server)}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

it('the embedded API says where a request came from, as the edge of hosted Supabase does', async () => {
  expect(await (await fetch(url)).text()).toBe('127.0.0.1')
})

it('and lets one machine be many, for tests', async () => {
  const answer = await fetch(url, { headers: { 'cf-connecting-ip': '203.0.113.7' } })
  expect(await answer.text()).toBe('203.0.113.7')
})
