export default function Gradebook() { return null; }
