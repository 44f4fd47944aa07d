export default function MyGrades() { return null; }
