// SPDX-License-Identifier: Apache-2.0
/// JPA and Flyway behind the ports of core.
@NullMarked
package io.tcn.api.store;

import org.jspecify.annotations.NullMarked;
