update private.lesson_kinds set has_grades = true where kind = 'quiz';
