/** What the example models are called; apart from how they are made, so that a page can offer them before it can make them. */

/** What there is. */
export const EXAMPLE_MODELS = ['animal', 'sleeve', 'face', 'tube'] as const;

/** One of them. */
export type ExampleModel = (typeof EXAMPLE_MODELS)[number];
