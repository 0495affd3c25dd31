// SPDX-License-Identifier: Apache-2.0
/// Monitoring messages on their way out: written with the change that they tell of, deleted when the broker has them.
@NullMarked
package io.tcn.api.store.outbox;

import org.jspecify.annotations.NullMarked;
