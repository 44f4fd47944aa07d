import { Outlet } from 'react-router';
import '../../styles/builder-room.css';

/** Loads the stylesheets of public pages for the page builder. */
export default function BuilderRoom() {
  return <Outlet />;
}
