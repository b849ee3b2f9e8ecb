/** The npm package `gltf-validator` has no types of its own. */
declare module 'gltf-validator' {
  /** What is asked of the validator. */
  export interface ValidationOptions {
    readonly format: 'glb' | 'gltf';
    readonly maxIssues: number;
    readonly ignoredIssues: readonly string[];
    readonly writeTimestamp: boolean;
    readonly externalResourceFunction: (uri: string) => Promise<Uint8Array>;
  }

  /** What the validator answers, as far as it is used. */
  export interface ValidationReport {
    readonly issues: {
      readonly truncated: boolean;
      readonly messages: readonly {
        readonly code: string;
        readonly message: string;
        /** 0 is an error. */
        readonly severity: number;
        readonly pointer?: string;
        readonly offset?: number;
      }[];
    };
  }

  export function validateBytes(bytes: Uint8Array, options: ValidationOptions): Promise<ValidationReport>;
}
