insert into private.payment_subjects (kind, details_function) values ('subscription', 'subscription_to_charge');
