/** The npm package `draco3dgltf` has no types of its own. */
declare module 'draco3dgltf' {
  export function createDecoderModule(settings?: { readonly wasmBinary?: ArrayBuffer }): Promise<unknown>;
}
