/** Vite gives the address of a file for an import that ends like this. */
declare module '*.wasm?url' {
  const url: string;
  export default url;
}
