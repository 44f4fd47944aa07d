declare module '@digitalbazaar/data-integrity' {
  export class DataIntegrityProof {
    constructor(options: { cryptosuite: object });
  }
}
declare module '@digitalbazaar/eddsa-jcs-2022-cryptosuite' {
  export function createVerifyCryptosuite(): object;
}
declare module '@digitalbazaar/vc' {
  export function verifyCredential(options: {
    credential: object;
    now: Date;
    suite: object;
    documentLoader(url: string): Promise<object>;
    checkStatus(): Promise<{ verified: boolean }>;
  }): Promise<{ verified: boolean }>;
}
