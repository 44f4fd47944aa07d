import { DeliveryScreen } from '../components/delivery-screen.tsx';

/** The goods, seats and gifts that the signed-in user has bought. */
export default function MyDeliveries() {
  return <DeliveryScreen />;
}
