update private.thread_kinds set takes_polls = true where kind = 'group';
