import { DeliveryScreen } from '../components/delivery-screen.tsx';

/** What the account has sold and has to send, and who has its seats and gifts. */
export default function DeliveryList() {
  return <DeliveryScreen isManager />;
}
