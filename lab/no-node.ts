/** Stands for modules of Node, which a page has not. */
export {};
