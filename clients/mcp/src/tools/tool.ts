import type { Gleaner } from '@gleaner/sdk'
import type { StandardSchemaWithJSON, ToolAnnotations } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import type { Reply } from '../reply/reply.ts'
import { knownSchema } from './known-schema.ts'

/** A call of a tool. */
export interface ToolCall {
  client: Gleaner
  /** Aborts when nobody waits for the reply any more. */
  signal: AbortSignal
  /** Aborts when the server is about to stop: what waits replies with what there is. */
  stopping: AbortSignal
  /** Whether the client follows it as a task: then the reply says what has begun. */
  asTask: boolean
  /** Tells whoever waits how far it is. */
  tellProgress(progress: number, total: number, message: string): void
}

interface ToolDeclaration<Input extends z.ZodType, Output extends z.ZodType> {
  name: string
  title: string
  /** What it is for, what it costs, and which tool comes next. */
  description: string
  annotations: Required<Omit<ToolAnnotations, 'title'>>
  /** Its reply is a WorkState: it begins what goes on by itself, which clients may follow as a task. */
  beginsWork?: true
  input: Input
  output: Output
  run(args: z.output<Input>, call: ToolCall): Promise<Reply<z.output<Output> & object>>
}

export interface Tool extends Omit<ToolDeclaration<z.ZodType, z.ZodType>, 'input' | 'output' | 'run'> {
  input: StandardSchemaWithJSON
  output: StandardSchemaWithJSON
  run(args: unknown, call: ToolCall): Promise<Reply<object>>
}

/** Infers what `run` is given and has to give. */
export function defineTool<Input extends z.ZodType, Output extends z.ZodType>({
  input,
  output,
  run,
  ...tool
}: ToolDeclaration<Input, Output>): Tool {
  return { ...tool, input: knownSchema(input), output: knownSchema(output), run: run as Tool['run'] }
}

/** It fetches, and charges for what was delivered. */
export const FETCHES = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: true,
} as const

/** It reads what the service has, and costs nothing. */
export const READS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const
