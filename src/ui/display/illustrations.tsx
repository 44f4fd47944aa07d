import type { ReactNode } from 'react';

export type IllustrationName = 'box' | 'search' | 'letters' | 'plug' | 'house' | 'page';

const shapes: Record<IllustrationName, ReactNode> = {
  box: (
    <>
      <path className="paper" d="M22 28h52l-5 30H27z" />
      <path d="M30 28c0-10 8-16 18-16s18 6 18 16" />
      <circle className="spark" cx="48" cy="43" r="8" />
      <path d="M48 39.5v7M44.5 43h7" />
    </>
  ),
  search: (
    <>
      <rect className="paper" x="24" y="10" width="34" height="46" rx="4" />
      <path d="M31 21h20M31 29h20M31 37h11" />
      <circle className="spark" cx="61" cy="38" r="10" />
      <circle cx="61" cy="38" r="10" />
      <path d="m68.5 45.5 9 9" />
    </>
  ),
  letters: (
    <>
      <path
        className="paper"
        d="M20 14h36a4 4 0 0 1 4 4v20a4 4 0 0 1-4 4H34l-8 8v-8h-6a4 4 0 0 1-4-4V18a4 4 0 0 1 4-4z"
      />
      <path d="M25 24h26M25 32h16" />
      <rect className="spark" x="46" y="32" width="36" height="24" rx="5" />
    </>
  ),
  plug: (
    <>
      <path d="M8 42c8-2 10-14 20-14h6" />
      <rect className="paper" x="34" y="22" width="14" height="12" rx="3" />
      <path d="M48 25h5M48 31h5M58 20l3-6M64 23l6-4" />
      <rect className="spark" x="62" y="34" width="13" height="12" rx="3" />
      <path d="M75 40c8 0 8 10 15 8" />
    </>
  ),
  house: (
    <>
      <path className="paper" d="M12 26 48 8l36 18z" />
      <path d="M16 26v6h64v-6M22 32v24M30 32v24M42 32v24M54 32v24M66 32v24M74 32v24M14 57h68" />
      <path className="spark" d="m58 40 7 2-4 15h-7z" />
    </>
  ),
  page: (
    <>
      <path className="paper" d="M28 8h28l14 14v36H28z" />
      <path d="M56 8v14h14M36 32h24M36 40h24" />
      <circle className="spark" cx="38" cy="20" r="5" />
    </>
  ),
};

/** A small decorative illustration in ink with one accent; hidden from screen readers. */
export function Illustration({ name }: { name: IllustrationName }) {
  return (
    <svg viewBox="0 0 96 66" className="drawing" aria-hidden="true">
      <ellipse className="shade" cx="48" cy="61" rx="30" ry="3.5" />
      {shapes[name]}
    </svg>
  );
}
