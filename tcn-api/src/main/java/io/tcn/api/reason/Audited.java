// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.reason;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// A route that changes something and writes it into the audit: it takes the parameter [Reason#PARAMETER].
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Audited {}
