/** A refusal: `id` says which problem it is, and `message` what was expected. */
export interface DemoError extends Error { id: string }

/** A value of an input: a number, a switch, a text, or the rows of a matrix. `null` is the default of the lesson. */
export type InputValue = number | boolean | string | number[][] | null;
export type Inputs = Record<string, InputValue>;

export interface Document {
  lesson: string;
  inputs?: Inputs;
  pins?: {node: string, cell: number[], value: number}[];
  selection?: {node: string, cell: number[]};
  step?: number;
}

/** A matrix, or a stack of them: see src/protocol/TRACE.md. */
export interface Node {
  name: string;
  shape: number[];
  values: unknown[];
  [more: string]: unknown;
}

export interface DemoEvents {
  ready: CustomEvent<{lesson: string, step: number, inputs: Inputs, build: string}>;
  change: CustomEvent<{lesson: string, inputs: Inputs, pins: Document['pins']}>;
  step: CustomEvent<{lesson: string, step: number}>;
  select: CustomEvent<{node: string, cell: number[]} | null>;
  answer: CustomEvent<Record<string, unknown>>;
  /** It is as large as this now, in CSS pixels. Does not bubble. */
  resize: CustomEvent<{width: number, height: number}>;
  error: CustomEvent<{id: string, text: string}>;
}

/** <glassformer-demo>: see README.md, "An element". */
export class GlassformerDemo extends HTMLElement {
  /** Fulfilled when the program runs; begins it if it does not. */
  readonly ready: Promise<GlassformerDemo>;
  /** Sets inputs. Rejected with a DemoError that says what was expected. Example: `await demo.set({beta: 3})`. */
  set(inputs: Inputs): Promise<Document>;
  /** Opens a lesson, or a step of it. Example: `await demo.open('self-attention/weights')`. */
  open(address: string): Promise<Document>;
  /** A node of the lesson with its values. Example: `(await demo.get('weights')).values`. */
  get(node: string): Promise<Node>;
  /** A PNG of what is shown now. */
  picture(): Promise<Blob>;
  /** Any message of src/session/answer_message.h. Example: `await demo.send({type: 'link'})`. */
  send(message: {type: string, [field: string]: unknown}): Promise<any>;
  /** Back to what the attributes say. */
  reset(): Promise<void>;
  /** Ends the program, and forgets what it held. */
  stop(): void;
  addEventListener<K extends keyof DemoEvents>(type: K, listener: (event: DemoEvents[K]) => void, options?: boolean | AddEventListenerOptions): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}

declare global {
  interface HTMLElementTagNameMap { 'glassformer-demo': GlassformerDemo }
}
