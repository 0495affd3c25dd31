// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.openapi;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// What the document says of a route, a parameter, a record or a key of it, beside what the code says already.
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
public @interface About {
    /// What it is, with units.
    String value();

    /// Of a text: all that it can be.
    String[] oneOf() default {};

    /// Of a key of a body: whether it has to be there. Keys of answers are always there, unless they are left out
    /// where nothing is known (`JsonInclude.NON_NULL`).
    boolean required() default false;

    /// Of a number: the least.
    long atLeast() default Long.MIN_VALUE;

    /// Of a number: the most.
    long atMost() default Long.MAX_VALUE;

    /// Of a text: how it is made, as in `date-time`.
    String format() default "";

    /// Of a route: what its body holds.
    Class<?> takes() default void.class;

    /// Of a route: what it answers, where its method does not say it.
    Class<?> answers() default void.class;

    /// Of a route: a further media type in which it answers.
    String alsoAs() default "";

    /// Of a route: a further status with the same answer.
    int alsoAt() default 0;

    /// Of a route: statuses of refusals, beside those that every route of its kind has.
    int[] refuses() default {};
}
