import { Outlet } from 'react-router';
import '../../styles/builder-room.css';

/** Brings the sheets of the customer's pages to the one screen that draws them in the workshop. */
export default function BuilderRoom() {
  return <Outlet />;
}
