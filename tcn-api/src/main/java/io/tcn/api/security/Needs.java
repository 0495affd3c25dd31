// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Who may call a route: stands on every method of a controller, or on the controller for all of them. A route
/// without it is refused to everybody.
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Needs {
    /// The right that the caller must have, at any level above [Level#NONE] unless [#level] says more.
    Operation[] value() default {};

    /// The least level.
    Level level() default Level.OWN;

    /// Whether a token is not enough; administrators may come with one all the same.
    boolean certificate() default false;

    /// Whether even callers without credentials may call it.
    boolean open() default false;
}
